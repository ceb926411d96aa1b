import type { MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import { MAX_MEASURE_POINTS } from '@diorama/shared/scene/nodes/measure/schema.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { Box3, Matrix3, Matrix4, Vector3 } from 'three';
import type { MeasurePoint } from '../../../../scene/measure/measure.ts';
import type { SceneWriter, Selecting } from '../../../parts.ts';
import { createNamer } from '../../../queries/names.ts';

/**
 * Stores a measure in the scene for all users, and selects it.
 * @param name - its name; `isGiven` if the user entered it and it is to be displayed
 * @returns why it was not stored, or `saved`
 */
export function saveMeasure(
  editor: SceneWriter & Selecting,
  { mode, points }: { mode: MeasureMode; points: readonly MeasurePoint[] },
  { name, isGiven }: { name: string; isGiven: boolean },
): 'saved' | 'readOnly' | 'tooManyPoints' {
  if (editor.isReadOnly.value) {
    return 'readOnly';
  }
  if (points.length > MAX_MEASURE_POINTS) {
    return 'tooManyPoints';
  }
  // Position of its gizmo.
  const middle = new Box3().setFromPoints(points.map(({ point }) => point)).getCenter(new Vector3());
  const world = new Matrix4().setPosition(middle);
  const held = points.map((point) => inSpaceOf(world, point));
  const id = editor.edit(() =>
    addNode(editor.ydoc, {
      kind: 'measure',
      name: createNamer(editor)(name),
      position: middle.toArray(),
      props: {
        mode,
        points: held.map(({ point }) => point),
        normals: held.map(({ normal }) => normal),
        showsName: isGiven,
      },
    }),
  );
  editor.selection.set([id]);
  return 'saved';
}

/** Moves one point of a stored measure; the others keep their current place. Must run within an edit. */
export function moveMeasurePoint(
  editor: SceneWriter,
  id: string,
  { index, to }: { index: number; to: MeasurePoint },
): void {
  const { scene, ydoc } = editor;
  const node = scene.node(id);
  if (node?.kind !== 'measure' || index >= node.props.points.length) {
    return;
  }
  const { points, normals } = node.props;
  const { point, normal } = inSpaceOf(scene.worldOf(id), to);
  // A measure may store fewer normals than points.
  const all = points.map((_, i) => normals[i] ?? null);
  updateNode<'measure'>(ydoc, id, {
    props: { points: points.with(index, point), normals: all.with(index, normal) },
  });
}

/** Converts a world point to a node's local space. @param world - the node's world matrix */
function inSpaceOf(world: Matrix4, { point, normal }: MeasurePoint) {
  const turn = new Matrix3().setFromMatrix4(world).transpose();
  return {
    point: point.clone().applyMatrix4(world.clone().invert()).toArray(),
    normal: normal?.clone().applyMatrix3(turn).normalize().toArray() ?? null,
  };
}
