import { isGeneratedId } from '@diorama/shared/scene/copies/generated-id.ts';
import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { placedBy, withRenamed } from '@diorama/shared/scene/nodes/kinds.ts';
import { addNodes, followInTour, type NewNode, updateNodes } from '@diorama/shared/scene/ops.ts';
import { withDescendants } from '@diorama/shared/scene/resolve.ts';
import { newSceneId } from '@diorama/shared/scene/scene-id.ts';
import { inverseOf, transformOf } from '@diorama/shared/scene/transform.ts';
import { Box3, Matrix4, Vector3 } from 'three';
import { nudgedOpenings } from '../features/walls/model/nudge-openings.ts';
import { levelOf } from '../features/walls/model/wall-plan.ts';
import { commitMoved } from '../features/walls/model/walls-drag.ts';
import {
  type ArrayPlan,
  type Axis,
  alignBoxes,
  arrayMatrices,
  distributeBoxes,
  mirrorAt,
  type Side,
} from '../kernels/arrange.ts';
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
import { roundParts } from '../queries/local-of.ts';
import { movable } from '../queries/movable.ts';
import { createNamer } from '../queries/names.ts';
import { createLiveEdit } from './live-edit.ts';
import { transformPatch } from './transform-patch.ts';

/** Nudge distance without a snap step, in metres. */
const NUDGE = 0.1;

const ALL_PARTS = ['position', 'rotation', 'scale'] as const;

/** Aligns one side of the selected nodes to a common plane. */
export function alignSelection(editor: DrawnScene & SelectionWriter, axis: Axis, side: Side): void {
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

/** Copies the selection with all descendants, and selects the copies with the originals. */
export function arraySelection(
  editor: DrawnScene & Nudging & SceneWriter & Selecting & UserInterface,
  plan: ArrayPlan,
): void {
  const roots = settled(editor).filter((id) => !isGeneratedId(id));
  if (roots.length < editor.selection.outermost.length && editor.selection.outermost.some(isGeneratedId)) {
    editor.ui.tell('instance.closed');
  }
  if (roots.length === 0 || editor.isReadOnly.value) {
    return;
  }
  const matrices = arrayMatrices(plan, middleOf(editor, roots));
  const nameOf = createNamer(editor);
  const copies = matrices.flatMap((matrix) => {
    const copied = withDescendants(editor.scene.hierarchy, roots).filter((id) => !isGeneratedId(id));
    const ids = new Map(copied.map((id) => [id, newSceneId()]));
    return roots.flatMap((root) => copyOf(editor, { root, matrix, ids, nameOf }));
  });
  editor.edit(() => {
    addNodes(
      editor.ydoc,
      copies.map(({ node }) => node),
    );
    followInTour(editor.ydoc, new Map(copies.map(({ node, of }) => [node.id, of])));
  });
  const originals = new Set(roots.map((id) => editor.scene.parentOf(id)));
  const outermost = copies
    .filter(({ node }) => originals.has(node.parent ?? null))
    .map(({ node }) => node.id);
  editor.selection.set([...roots, ...outermost]);
}

/** `ids` maps original ids to copy ids, for all nodes that are copied together. */
type CopyJob = {
  root: string;
  matrix: Matrix4;
  ids: ReadonlyMap<string, string>;
  nameOf: (name: string) => string;
};

/**
 * Copies a node and its descendants with new ids, each with the id of its original. The root is moved by
 * a world matrix.
 */
function copyOf(
  { scene }: SceneReader,
  { root, matrix, ids, nameOf }: CopyJob,
): { of: string; node: NewNode & { id: string } }[] {
  const parent = scene.parentOf(root);
  const above = parent === null ? new Matrix4() : inverseOf(scene.worldOf(parent));
  return withDescendants(scene.hierarchy, [root]).flatMap((id) => {
    const node: SceneNode | undefined = scene.node(id);
    const copy = ids.get(id);
    if (!node || copy === undefined) {
      return [];
    }
    const { index: _index, ...rest } = withRenamed(node, (named) => ids.get(named));
    const own =
      id === root
        ? {
            parent,
            name: nameOf(node.name),
            ...roundParts(
              transformOf(above.clone().multiply(matrix).multiply(scene.worldOf(id)), node),
              ALL_PARTS,
            ),
          }
        : { parent: ids.get(node.parent ?? '') ?? parent };
    return [{ of: id, node: { ...rest, ...own, id: copy } }];
  });
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
