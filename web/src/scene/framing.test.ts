import { parseDocument } from '@diorama/shared/scene/document.ts';
import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { clipPlanes, distanceFactor, frameBox } from './framing.ts';
import { aimCamera, createSceneCamera } from './scene-camera.ts';

describe('framing', () => {
  it.each([0.5, 1, 2])('shows a box whole at an aspect of %d', (aspect) => {
    const box = new Box3(new Vector3(-1, 0, -3), new Vector3(1, 4, 3));
    const { position, target } = frameBox(box, new Vector3(1, 1, 1), { fov: 40, aspect });
    const camera = new PerspectiveCamera(40, aspect, 0.01, 100);
    camera.position.copy(position);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
      (i) => new Vector3(i & 1 ? 1 : -1, i & 2 ? 4 : 0, i & 4 ? 3 : -3),
    );
    for (const { x, y } of corners.map((corner) => corner.project(camera))) {
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1);
    }
  });

  it('keeps the whole scene between the clipping planes', () => {
    const box = new Box3(new Vector3(-500, 0, -500), new Vector3(500, 10, 500));
    const { near, far } = clipPlanes(box, new Vector3(0, 2, 900));
    expect(far).toBeGreaterThan(1500);
    expect(near).toBeLessThan(2);
    expect(clipPlanes(new Box3(), new Vector3()).far).toBeGreaterThan(100);
  });

  it('shows the same at the target with either projection', () => {
    for (const aspect of [0.5, 1.6]) {
      const from = parseDocument({ camera: { position: [3, 4, 5], target: [1, 1, 0], fov: 50 } }).camera;
      const seen = (['perspective', 'orthographic'] as const).map((projection) => {
        const camera = createSceneCamera({ ...from, projection });
        aimCamera(camera, from, aspect);
        camera.updateMatrixWorld();
        const aside = new Vector3(1, 0, 0)
          .transformDirection(camera.matrixWorld)
          .add(new Vector3(...from.target));
        return aside.project(camera);
      });
      expect(seen[1]?.x).toBeCloseTo(seen[0]?.x ?? 0);
      expect(seen[0]?.x).toBeGreaterThan(0);
      expect(seen[1]?.y).toBeCloseTo(0);
    }
  });

  it('steps back in a narrow viewport only', () => {
    expect(distanceFactor(16 / 9)).toBe(1);
    expect(distanceFactor(0.625)).toBe(2);
  });
});
