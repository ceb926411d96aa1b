import { isMeasured, measuredBy, nodeKindNames } from '@diorama/shared/scene/nodes/kinds.ts';
import type { MeasurePoint } from '../../scene/measure/measure.ts';
import { MOST_MEASURES, pointsInScene } from '../../scene/measure/measured-line.ts';
import type { Editor } from '../editor.ts';

/** A measure that the scene keeps, its points in the space of the scene. */
export type SceneMeasure = { id: string; points: readonly MeasurePoint[] };

const MEASURED = nodeKindNames.filter(isMeasured);

/** The measures of the scene that are seen and whose points the person may move. */
export function changeableMeasures({ scene, isReadOnly }: Editor): SceneMeasure[] {
  if (isReadOnly.get()) {
    return [];
  }
  return scene
    .nodesOf(...MEASURED)
    .slice(0, MOST_MEASURES)
    .flatMap(([id, node]) => {
      const line = scene.isReachable(id) ? measuredBy(node) : undefined;
      return line ? [{ id, points: pointsInScene(line, scene.worldOf(id)) }] : [];
    });
}
