import { BoxGeometry, Mesh, type Object3D, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { occlusionOf } from './occlusion.ts';
import type { AnyCamera } from './scene-camera.ts';
import type { SceneCanvas } from './scene-canvas.ts';

/** A table over the ground, seen straight from above by a camera over the origin. */
function lookDown(camera: AnyCamera): (point: Vector3) => boolean {
  const table = new Mesh(new BoxGeometry(2, 0.1, 2));
  table.position.set(5, 5, 0);
  table.updateMatrixWorld();
  camera.position.set(0, 10, 0);
  camera.lookAt(0, 0, 0);
  const view = {
    version: 1,
    settledVersion: 1,
    nodes: {
      pickable: [table] as Object3D[],
      shapeRevision: 1,
      copyOf: () => null,
      meshesOf: () => ({ parts: [] }),
      shapeOf: (mesh: Mesh) => mesh.geometry,
      whatIs: () => ({ id: 'table', slot: null }),
    },
  };
  // What is asked of a canvas here is no more than that.
  return occlusionOf({ rig: { camera }, view } as unknown as Pick<SceneCanvas, 'rig' | 'view'>);
}

it('is what stands between the eye and a point', () => {
  const isHidden = lookDown(new PerspectiveCamera());
  expect([isHidden(new Vector3(10, 0, 0)), isHidden(new Vector3(5, 0, 0))]).toEqual([true, false]);
});

it('is what stands straight before a point where there is no perspective', () => {
  const isHidden = lookDown(new OrthographicCamera());
  expect([isHidden(new Vector3(10, 0, 0)), isHidden(new Vector3(5, 0, 0))]).toEqual([false, true]);
});
