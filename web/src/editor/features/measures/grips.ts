import type { MeasurePoint } from '../../../scene/measure/measure.ts';
import { createLiveEdit } from '../../commands/live-edit.ts';
import type { SceneWriter } from '../../parts.ts';
import type { MeasureTool } from './measure-tool.ts';
import { editableMeasures } from './model/editable-measures.ts';
import { moveMeasurePoint } from './model/measures.ts';

/** Measure whose points can be grabbed. */
export type GrippedMeasure = { points: readonly MeasurePoint[]; hold(index: number): HeldPoint };

/** Point that is being dragged. */
export type HeldPoint = {
  move(to: MeasurePoint): void;
  commit(): void;
  /** Restores the original position. */
  cancel(): void;
};

/** Measures with movable points: the user's own, and editable ones of the scene. */
export function grippedMeasures(tool: MeasureTool): GrippedMeasure[] {
  const own = tool.measures.value.filter(({ isShown }) => isShown);
  return [
    ...own.map(({ number, points }) => ({
      points,
      hold: (index: number): HeldPoint => ({
        move: (to) => tool.change(number, { points: points.with(index, to) }),
        commit: () => undefined,
        cancel: () => tool.change(number, { points }),
      }),
    })),
    ...editableMeasures(tool.editor).map(({ id, points }) => ({
      points,
      hold: (index: number) => holdInScene(tool.editor, id, index),
    })),
  ];
}

/** One drag is one history step. */
function holdInScene(editor: SceneWriter, id: string, index: number): HeldPoint {
  const live = createLiveEdit(editor);
  return {
    move: (to) => live.change(() => moveMeasurePoint(editor, id, { index, to })),
    commit: live.commit,
    cancel: live.cancel,
  };
}
