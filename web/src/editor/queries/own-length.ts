import { Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { worldPoint } from './plan-level.ts';
import { levelOf, wallsOn } from './wall-plan.ts';

const AXES = ['x', 'y', 'z'] as const;

/** The ends of a thing's own length in the scene: of what has two ends in a plan its line, else the longest edge of its box. */
export function ownLength(editor: Editor, id: string): [from: Vector3, to: Vector3] | null {
  const level = levelOf(editor, id);
  const line = level && wallsOn(editor, level).walls.get(id);
  if (level && line) {
    return [worldPoint(editor, level, line.start), worldPoint(editor, level, line.end)];
  }
  const box = editor.probe?.ownBoxOf(id);
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
  return longest ? [longest.from, longest.to] : null;
}
