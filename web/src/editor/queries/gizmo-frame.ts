import { isPlaceless } from '@diorama/shared/scene/nodes/kinds.ts';
import { type Matrix4, Quaternion, Vector3 } from 'three';
import type { GizmoFrame, GizmoMode } from '../kernels/gizmo.ts';
import type { Peer } from '../managers/peer-state.ts';
import type { Collaboration, Dragging, SceneReader, Selecting, UserSettings, Viewpoint } from '../parts.ts';

/** Length of a gizmo arrow, in CSS pixels. */
const ARROW_PIXELS = 92;

/** Gizmo transform of the selection, during drags too; null if nothing can be moved. */
export function gizmoFrame(
  editor: Dragging & SceneReader & Selecting & UserSettings & Viewpoint,
  mode: GizmoMode,
): GizmoFrame | null {
  const { preferences } = editor;
  const { primary, middle } = movedOf(editor);
  if (primary === undefined) {
    return null;
  }
  const world = shownWorld(editor, primary);
  const drag = editor.drag.state.value;
  const origin = drag ? middle.clone().applyMatrix4(drag.delta) : middle.clone();
  // Scaling along axes other than a node's own would shear it.
  const isLocal = preferences.values.value.space === 'local' || mode === 'scale';
  const rotation = new Quaternion();
  if (isLocal) {
    world.decompose(new Vector3(), rotation, new Vector3());
  }
  return {
    origin,
    rotation,
    size: editor.camera.metresPerPixel(origin) * ARROW_PIXELS,
    eye: eyeDirection(editor, origin),
  };
}

/** Direction from a point to the eye. */
export function eyeDirection({ camera }: Viewpoint, point: Vector3): Vector3 {
  return camera.eyeOf(point).sub(point).normalize();
}

/** Displayed world matrix of a node: its document transform, or its drag position. */
export function shownWorld({ drag, scene }: Dragging & SceneReader, id: string): Matrix4 {
  const state = drag.state.value;
  const carrier = state && [id, ...scene.ancestorsOf(id)].find((one) => state.starts.has(one));
  const world = scene.worldOf(id);
  return state && carrier !== undefined && carrier !== null ? world.premultiply(state.delta) : world;
}

/** The other user who drags a node or one of its ancestors; null if there is none. */
export function draggerOf({ presence, scene }: Collaboration & SceneReader, id: string): Peer | null {
  const chain = [id, ...scene.ancestorsOf(id)];
  const isMoved = ({ drag, selection }: Peer) =>
    drag !== null && chain.some((one) => selection.includes(one));
  return (scene.isLocked(id) ? null : presence.peers.value.find(isMoved)) ?? null;
}

/**
 * Whether a node can be transformed: it exists, is unlocked with all its ancestors, and its transform has a
 * meaning.
 */
export function isMovable({ scene }: SceneReader, id: string): boolean {
  const node = scene.node(id);
  return node !== undefined && !scene.isLocked(id) && !isPlaceless(node);
}

/** Movable selected nodes: the primary one, and the middle of all, without a drag. */
type Moved = { primary: string | undefined; middle: Vector3 };

const known = new WeakMap<SceneReader, { ids: readonly string[]; nodes: object; moved: Moved }>();

/** Cached per selection and document, as it is read at each frame and pointer move. */
function movedOf(editor: SceneReader & Selecting): Moved {
  const { scene, selection } = editor;
  const ids = selection.outermost;
  const { nodes } = scene.document.value;
  const found = known.get(editor);
  if (found?.ids === ids && found.nodes === nodes) {
    return found.moved;
  }
  const free = ids.filter((id) => isMovable(editor, id));
  const middle = new Vector3();
  for (const id of free) {
    middle.add(scratch.setFromMatrixPosition(scene.worldOf(id)));
  }
  const moved = { primary: free.at(-1), middle: middle.divideScalar(Math.max(free.length, 1)) };
  known.set(editor, { ids, nodes, moved });
  return moved;
}

const scratch = new Vector3();
