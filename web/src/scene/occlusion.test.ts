import { BoxGeometry, Mesh, type Object3D, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { occlusionOf } from './occlusion.ts';
import type { AnyCamera } from './scene-camera.ts';
import type { SceneCanvas } from './scene-canvas.ts';

/** A post between a camera at Z = 10, looking along -Z, and the points at Z = 0. */
function hiddenFrom(camera: AnyCamera) {
  const post = new Mesh(new BoxGeometry(0.5, 0.5, 0.5));
  post.position.set(1, 0, 5);
  post.updateMatrixWorld();
  camera.position.set(0, 0, 10);
  camera.lookAt(0, 0, 0);
  const drawn = {
    objects: [post] as Object3D[],
    revision: 1,
    shapeOf: (mesh: Mesh) => mesh.geometry,
    whatIs: () => ({ id: 'post', slot: null, part: null }),
    copyOf: () => null,
    meshesOf: () => [],
  };
  const view = { version: 1, settledVersion: 1, nodes: { drawn } };
  return occlusionOf({ rig: { camera }, view } as unknown as SceneCanvas);
}

it.each([
  ['along the ray of a perspective camera', new PerspectiveCamera(), [2, 1]],
  ['along the view direction of an orthographic camera', new OrthographicCamera(), [1, 2]],
] as const)('a surface hides points behind it %s', (_, camera, [hidden, seen]) => {
  const isHidden = hiddenFrom(camera);
  expect(isHidden(new Vector3(hidden, 0, 0))).toBe(true);
  expect(isHidden(new Vector3(seen, 0, 0))).toBe(false);
});
