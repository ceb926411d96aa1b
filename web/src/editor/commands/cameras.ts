import { addNode, type NodePatch, updateNode } from '@diorama/shared/scene/ops.ts';
import { Matrix4, Quaternion, Ray, Vector3 } from 'three';
import type {
  DrawnScene,
  SceneReader,
  SceneWriter,
  Selecting,
  UserInterface,
  ViewedScene,
  Viewpoint,
} from '../parts.ts';
import { contentAspectOf } from '../queries/content-aspect-of.ts';
import { localTransformOf } from '../queries/local-transform.ts';
import { createNamer } from '../queries/names.ts';

const UP = new Vector3(0, 1, 0);

/** Saves the current view as a scene camera, and selects it. */
export function saveView(editor: SceneWriter & Selecting & Viewpoint, name: string): string | null {
  if (editor.isReadOnly.value) {
    return null;
  }
  const { position, rotation, props } = viewPatch(editor, null);
  const id = editor.edit(() =>
    addNode(editor.ydoc, {
      kind: 'camera',
      name: createNamer(editor)(name),
      ...{ position, rotation, props },
    }),
  );
  editor.selection.set([id]);
  return id;
}

/** Moves the view to a scene camera. */
export function lookThrough(editor: UserInterface & ViewedScene, id: string): void {
  const node = editor.scene.node(id);
  if (node?.kind !== 'camera') {
    return;
  }
  const { camera, ui } = editor;
  const position = new Vector3();
  const turn = new Quaternion();
  editor.scene.worldOf(id).decompose(position, turn, new Vector3());
  const ahead = new Vector3(0, 0, -1).applyQuaternion(turn).normalize();
  const target = position.clone().addScaledVector(ahead, depthOf(editor, position, ahead));
  const pose = { position, target, fov: node.props.fov };
  camera.go(pose, 'perspective');
  camera.frameAspect.value = contentAspectOf(editor, pose);
  ui.change({ lookingThrough: id });
}

/** Moves a scene camera to the current view. */
export function cameraFromView(editor: SceneWriter & UserInterface & Viewpoint, id: string): void {
  if (!editor.isReadOnly.value && editor.scene.node(id)?.kind === 'camera') {
    const patch = viewPatch(editor, id);
    editor.edit(() => updateNode(editor.ydoc, id, patch));
    editor.ui.change({ lookingThrough: id });
  }
}

/** Current view as a camera transform relative to its parent. */
function viewPatch(editor: SceneReader & Viewpoint, id: string | null): NodePatch<'camera'> {
  const { position, target, fov } = editor.camera.pose.value;
  const world = new Matrix4().lookAt(position, target, UP).setPosition(position);
  const local = id === null ? null : localTransformOf(editor, id, world);
  const turn = new Quaternion().setFromRotationMatrix(world);
  return {
    position: local?.position ?? position.toArray(),
    rotation: local?.rotation ?? turn.toArray(),
    props: { fov: Math.min(Math.max(fov, 5), 150) },
  };
}

/** Distance of the first object ahead, as the orbit target; else the current target distance. */
function depthOf({ queries, camera }: DrawnScene & Viewpoint, position: Vector3, ahead: Vector3): number {
  const { position: eye, target } = camera.pose.value;
  return queries?.hits(new Ray(position.clone(), ahead.clone()))[0]?.distance ?? eye.distanceTo(target);
}
