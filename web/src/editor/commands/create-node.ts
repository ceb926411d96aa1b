import type { NodeKind, SceneNode } from '@diorama/shared/scene/document.ts';
import { sceneNode } from '@diorama/shared/scene/document.ts';
import { buildGeometry } from '@diorama/shared/scene/nodes/geometries.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { Euler, Quaternion, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { onPlane } from '../kernels/geometry.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { pickSurface } from './pick.ts';

/** Lights that shine along their −Z come in pointing down and a little to the side. */
const LIGHT_TILT = new Quaternion().setFromEuler(new Euler(-Math.PI / 3, Math.PI / 5, 0)).toArray();
const LIGHT_HEIGHT = 2.5;
/** A drop far out at the horizon comes no further than this from what the camera looks at, in metres. */
const FURTHEST = 50;

/**
 * Adds a node where the person looks, standing on what is there, and selects it. Its name is counted up when it is taken.
 * @param name - the kind's name in the person's language
 */
export function createNode(editor: Editor, kind: NodeKind, name: string): string | null {
  if (editor.isReadOnly.get()) {
    return null;
  }
  const { width, height } = editor.camera.size;
  const point = restingPoint(editor, { x: width / 2, y: height / 2 });
  const node = sceneNode.parse({ kind });
  const { position, rotation } = placeOf(node, point);
  const id = editor.edit(() =>
    addNode(editor.ydoc, { kind, name: freeName(editor, name), position: position.toArray(), rotation }),
  );
  editor.selection.set([id]);
  return id;
}

/** Where something that is put at a point of the viewport stands: on the surface there, else on the ground, which is at Y = 0. */
export function restingPoint(editor: Editor, at: ScreenPoint): Vector3 {
  const surface = pickSurface(editor, at);
  if (surface) {
    return surface.point;
  }
  const { target } = editor.camera.get();
  const ground = onPlane(editor.camera.rayAt(at), new Vector3(), new Vector3(0, 1, 0));
  return ground && ground.distanceTo(target) < FURTHEST ? ground : new Vector3(target.x, 0, target.z);
}

/** The name, with the first number behind it that is free. */
export function freeName(editor: Editor, name: string): string {
  const taken = new Set(Object.values(editor.scene.get().nodes).map((node) => node.name));
  if (!taken.has(name)) {
    return name;
  }
  let count = 2;
  while (taken.has(`${name} ${count}`)) {
    count += 1;
  }
  return `${name} ${count}`;
}

function placeOf(node: SceneNode, point: Vector3): { position: Vector3; rotation: SceneNode['rotation'] } {
  if (node.kind.endsWith('Light')) {
    const isAimed = node.kind === 'spotLight' || node.kind === 'directionalLight';
    const rotation = isAimed ? LIGHT_TILT : node.rotation;
    return { position: point.clone().setY(point.y + LIGHT_HEIGHT), rotation };
  }
  const geometry = buildGeometry(node);
  geometry?.computeBoundingBox();
  const lift = -(geometry?.boundingBox?.min.y ?? 0);
  geometry?.dispose();
  return { position: tidy(point.clone().setY(point.y + lift)), rotation: node.rotation };
}

function tidy(point: Vector3): Vector3 {
  const round = (value: number) => Math.round(value * 1e3) / 1e3 + 0;
  return point.set(round(point.x), round(point.y), round(point.z));
}
