import type { MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import { MAX_MEASURE_POINTS } from '@diorama/shared/scene/nodes/measure/schema.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { Box3, Vector3 } from 'three';
import type { MeasurePoint } from '../../scene/measure/measure.ts';
import type { Editor } from '../editor.ts';
import { createNamer } from '../queries/names.ts';

/**
 * Keeps a measure in the scene, for all who see it, and selects it.
 * @param name - what it is called; `isGiven` where a person said so, and is to read it
 * @returns false where nothing may be changed
 */
export function keepInScene(
  editor: Editor,
  { mode, points }: { mode: MeasureMode; points: readonly MeasurePoint[] },
  { name, isGiven }: { name: string; isGiven: boolean },
): boolean {
  if (editor.isReadOnly.get() || points.length > MAX_MEASURE_POINTS) {
    return false;
  }
  // Where its handles stand.
  const middle = new Box3().setFromPoints(points.map(({ point }) => point)).getCenter(new Vector3());
  const id = editor.edit(() =>
    addNode(editor.ydoc, {
      kind: 'measure',
      name: createNamer(editor)(name),
      position: middle.toArray(),
      props: {
        mode,
        points: points.map(({ point }) => point.clone().sub(middle).toArray()),
        normals: points.map(({ normal }) => normal?.toArray() ?? null),
        showsName: isGiven,
      },
    }),
  );
  editor.selection.set([id]);
  return true;
}
