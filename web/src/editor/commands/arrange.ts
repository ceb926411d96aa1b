import { placedBy } from '@diorama/shared/scene/nodes/kinds.ts';
import { updateNodes } from '@diorama/shared/scene/ops.ts';
import { Box3, Matrix4, Vector3 } from 'three';
import { nudgedOpenings } from '../features/walls/model/nudge-openings.ts';
import { levelOf } from '../features/walls/model/wall-plan.ts';
import { commitMoved } from '../features/walls/model/walls-drag.ts';
import { type AlignSide, type Axis, alignBoxes, distributeBoxes, mirrorAt } from '../kernels/arrange.ts';
import type { DragParts } from '../kernels/drag.ts';
import type {
  DrawnScene,
  Nudging,
  Permission,
  SceneReader,
  SceneWriter,
  Selecting,
  SelectionWriter,
  UserInterface,
  UserSettings,
  Viewpoint,
} from '../parts.ts';
import { boundsOf } from '../queries/bounds-of.ts';
import { isEdgeOn } from '../queries/is-edge-on.ts';
import { movable } from '../queries/movable.ts';
import { createLiveEdit } from './live-edit.ts';
import { transformPatch } from './transform-patch.ts';

/** Nudge distance without a snap step, in metres. */
const NUDGE = 0.1;

const ALL_PARTS = ['position', 'rotation', 'scale'] as const;

/** Aligns one side of the selected nodes to a common plane. */
export function alignSelection(editor: DrawnScene & SelectionWriter, axis: Axis, side: AlignSide): void {
  const ids = settled(editor);
  moveAlong(editor, ids, axis, alignBoxes(boxesOf(editor, ids), axis, side));
}

/** Makes the gaps between the selected nodes equal. */
export function distributeSelection(editor: DrawnScene & SelectionWriter, axis: Axis): void {
  const ids = settled(editor);
  moveAlong(editor, ids, axis, distributeBoxes(boxesOf(editor, ids), axis));
}

/** Mirrors the selection at its centre. */
export function mirrorSelection(editor: DrawnScene & SelectionWriter, axis: Axis): void {
  const ids = settled(editor);
  const mirror = mirrorAt(middleOf(editor, ids), axis);
  place(editor, new Map(ids.map((id) => [id, mirror])), ALL_PARTS);
}

/** Moves the selected nodes vertically onto the ground plane, Y = 0. */
export function dropToGround(editor: DrawnScene & SelectionWriter): void {
  const falls = settled(editor).flatMap((id) => {
    const bounds = editor.queries?.boundsOf([id]);
    return bounds && !bounds.isEmpty()
      ? [[id, new Matrix4().makeTranslation(0, -bounds.min.y, 0)] as const]
      : [];
  });
  place(editor, new Map(falls), ['position']);
}

/**
 * Moves the selection by one step, along the scene axis nearest to the given view direction, or vertically.
 */
export function nudgeSelection(
  editor: Nudging & SceneWriter & Selecting & UserSettings & Viewpoint,
  toward: 'left' | 'right' | 'away' | 'near' | 'up' | 'down',
  steps = 1,
): void {
  const step = editor.preferences.values.value.snapSteps.translate || NUDGE;
  const move = directionOf(editor, toward).multiplyScalar(step * steps);
  const matrix = new Matrix4().makeTranslation(move);
  const ids = movable(editor);
  editor.nudging.rest(ids);
  const openings = nudgedOpenings(editor, openingsIn(editor), move);
  const writeOthers = writerOf(editor, new Map(ids.map((id) => [id, matrix])), ['position']);
  const write = () => {
    writeOthers();
    updateNodes(editor.ydoc, openings);
  };
  if (ids.some((id) => levelOf(editor, id))) {
    editor.nudging.nudge(ids, write);
  } else if (ids.length + openings.size > 0) {
    editor.edit(write);
  }
}

/** Selected openings that can be moved along their walls. */
function openingsIn({ scene, selection, isReadOnly }: Permission & SceneReader & Selecting): string[] {
  const isFree = (id: string) => {
    const node = scene.node(id);
    return node !== undefined && placedBy(node.kind) === 'host' && !scene.isLocked(id);
  };
  return isReadOnly.value ? [] : selection.outermost.filter(isFree);
}

/** Movable nodes of the selection, after pending wall nudges are committed. */
function settled(editor: Nudging & Permission & SceneReader & Selecting): string[] {
  editor.nudging.rest();
  return movable(editor);
}

function boxesOf(editor: DrawnScene & SceneReader, ids: readonly string[]): Box3[] {
  return ids.map((id) => boundsOf(editor, [id]));
}

function middleOf(editor: DrawnScene & SceneReader, ids: readonly string[]): Vector3 {
  const whole = new Box3();
  for (const box of boxesOf(editor, ids)) {
    whole.union(box);
  }
  return whole.getCenter(new Vector3());
}

function moveAlong(
  editor: SceneWriter & UserInterface,
  ids: readonly string[],
  axis: Axis,
  moves: readonly number[],
): void {
  const matrices = ids.map((id, i) => {
    const move = new Vector3();
    move[axis] = moves[i] ?? 0;
    return [id, new Matrix4().makeTranslation(move)] as const;
  });
  place(editor, new Map(matrices), ['position']);
}

/** Transforms nodes by world matrices, as one step. */
function place(
  editor: SceneWriter & UserInterface,
  moves: ReadonlyMap<string, Matrix4>,
  parts: DragParts,
): void {
  if (moves.size > 0) {
    const live = createLiveEdit(editor);
    live.change(writerOf(editor, moves, parts));
    commitMoved(editor, live, moves.keys());
  }
}

/** Returns a function that writes the nodes' transforms after world matrices are applied. */
function writerOf(editor: SceneWriter, moves: ReadonlyMap<string, Matrix4>, parts: DragParts): () => void {
  const worlds = [...moves].map(
    ([id, move]) => [id, move.clone().multiply(editor.scene.worldOf(id))] as const,
  );
  const patches = transformPatch(editor, new Map(worlds), parts);
  return () => updateNodes(editor.ydoc, patches);
}

/** Seen edge-on, "away" means up: a move along the view direction would be invisible. */
function directionOf(editor: Viewpoint, toward: 'left' | 'right' | 'away' | 'near' | 'up' | 'down'): Vector3 {
  const { position, target } = editor.camera.pose.value;
  const look = target.clone().sub(position).setY(0);
  // From straight above, "away" is the top of the screen.
  const away =
    Math.abs(look.x) > Math.abs(look.z)
      ? new Vector3(Math.sign(look.x), 0, 0)
      : new Vector3(0, 0, Math.sign(look.z) || -1);
  const right = away.clone().cross(new Vector3(0, 1, 0));
  const up = new Vector3(0, 1, 0);
  const onScreen = isEdgeOn(editor) ? up : away;
  const directions = {
    right,
    left: right.clone().negate(),
    away: onScreen,
    near: onScreen.clone().negate(),
    up,
    down: up.clone().negate(),
  };
  return directions[toward];
}
