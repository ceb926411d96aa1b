import { type Matrix4, Quaternion, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import type { GizmoFrame } from '../kernels/gizmo.ts';

/** How long an arrow of the handles is on the screen, in CSS pixels. */
const ARROW_PIXELS = 92;

/** Where the handles of the selection stand, drag included; null when nothing can be moved. */
export function gizmoFrame(editor: Editor): GizmoFrame | null {
  const { selection, scene, tools, preferences } = editor;
  const ids = selection.outermost.filter((id) => scene.node(id)?.locked === false);
  const primary = ids.at(-1);
  if (primary === undefined) {
    return null;
  }
  const world = shownWorld(editor, primary);
  const origin = ids.length === 1 ? new Vector3().setFromMatrixPosition(world) : middleOf(editor, ids);
  // Scaling along other axes than a node's own would shear it.
  const isLocal = preferences.get().space === 'local' || tools.current.gizmo === 'scale';
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

/** The direction from a point to the eye. */
export function eyeDirection({ camera }: Editor, point: Vector3): Vector3 {
  return camera.get().position.clone().sub(point).normalize();
}

/** Where a node is seen now: where the document says, or where a drag has it. */
export function shownWorld({ drag, scene }: Editor, id: string): Matrix4 {
  const state = drag.state.get();
  const carrier = state && [id, ...scene.ancestorsOf(id)].find((one) => state.starts.has(one));
  const world = scene.worldOf(id);
  return state && carrier !== undefined && carrier !== null ? world.premultiply(state.delta) : world;
}

function middleOf(editor: Editor, ids: readonly string[]): Vector3 {
  const sum = new Vector3();
  for (const id of ids) {
    sum.add(new Vector3().setFromMatrixPosition(shownWorld(editor, id)));
  }
  return sum.divideScalar(ids.length);
}
