import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { distinctPoints, type PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { newSceneId } from '@diorama/shared/scene/scene-id.ts';
import { roundTo } from '../kernels/round-measure.ts';
import type { SceneWriter, UserInterface } from '../parts.ts';
import { createNamer } from '../queries/names.ts';

/** Fewest points of a closed and of an open path. */
const MIN = { closed: 3, open: 2 } as const;

/** Adds a drawn path at a height as one history step; returns null with too few points. */
export function drawPath(
  editor: SceneWriter & UserInterface,
  { line, isClosed, height }: { line: readonly PlanPoint[]; isClosed: boolean; height: number },
): string | null {
  const points = distinctPoints(line, isClosed);
  if (points.length < fewest(isClosed) || editor.isReadOnly.value) {
    return null;
  }
  const [x, z] = [middleOf(points, 0), middleOf(points, 1)];
  const label = findNodeDef('path')?.inspector.label;
  const id = newSceneId();
  editor.edit(() =>
    addNode(editor.ydoc, {
      id,
      kind: 'path',
      name: createNamer(editor)(label ? editor.ui.nameOf(label) : ''),
      position: [x, height, z],
      props: { points: tidied(points.map((point) => [point[0] - x, point[1] - z])), closed: isClosed },
    }),
  );
  return id;
}

/** Replaces the points of a path, in its local space. Must run within an edit. */
export function writePoints(editor: SceneWriter, id: string, points: readonly PlanPoint[]): void {
  updateNode<'path'>(editor.ydoc, id, { props: { points: tidied(points) } });
}

/** Removes one point of a path, unless too few would remain. */
export function removePoint(editor: SceneWriter, id: string, index: number): void {
  const node = editor.scene.node(id);
  if (node?.kind !== 'path' || node.props.points.length <= fewest(node.props.closed)) {
    return;
  }
  const points = node.props.points.toSpliced(index, 1);
  editor.edit(() => writePoints(editor, id, points));
}

const fewest = (isClosed: boolean) => (isClosed ? MIN.closed : MIN.open);

function middleOf(points: readonly PlanPoint[], axis: 0 | 1): number {
  const values = points.map((point) => point[axis]);
  return roundTo((Math.min(...values) + Math.max(...values)) / 2, 4);
}

function tidied(points: readonly PlanPoint[]): [number, number][] {
  return points.map(([x, z]) => [roundTo(x, 4), roundTo(z, 4)]);
}
