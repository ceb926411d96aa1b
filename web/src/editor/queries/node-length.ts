import { pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { Vector3 } from 'three';
import { worldPoint } from '../features/walls/model/plan-level.ts';
import { draftedWall, levelOf } from '../features/walls/model/wall-plan.ts';
import type { DrawnScene, SceneReader } from '../parts.ts';

const AXES = ['x', 'y', 'z'] as const;

/** Measurement of a node's length, by world points. */
type NodeLength = { mode: 'distance' | 'arc'; points: readonly Vector3[] };

/** Length of a node: along its line for a plan wall, possibly curved, else the longest edge of its box. */
export function nodeLength(editor: DrawnScene & SceneReader, id: string): NodeLength | null {
  const level = levelOf(editor, id);
  const wall = level && draftedWall(editor, id);
  const line = wall && wallLine(wall);
  if (level && line) {
    const { length, arc } = line;
    const fars = arc ? [0, length / 2, length] : [0, length];
    const points = fars.map((far) => worldPoint(editor, level, pointOn(line, far, 0)));
    return { mode: arc ? 'arc' : 'distance', points };
  }
  const box = editor.queries?.ownBoxOf(id);
  if (!box || box.isEmpty()) {
    return null;
  }
  const world = editor.scene.worldOf(id);
  const edges = AXES.map((axis) => {
    const from = new Vector3(box.min.x, box.min.y, box.max.z).setComponent(AXES.indexOf(axis), box.min[axis]);
    const to = from.clone().setComponent(AXES.indexOf(axis), box.max[axis]);
    return { from: from.applyMatrix4(world), to: to.applyMatrix4(world) };
  });
  const [longest] = edges.sort((a, b) => b.from.distanceTo(b.to) - a.from.distanceTo(a.to));
  return longest ? { mode: 'distance', points: [longest.from, longest.to] } : null;
}
