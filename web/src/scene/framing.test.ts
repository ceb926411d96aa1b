import { parseDocument } from '@diorama/shared/scene/document.ts';
import fc from 'fast-check';
import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import {
  clipPlanes,
  FRAME_ASPECT,
  frameBox,
  frameFactor,
  freeArea,
  freeLens,
  NO_INSETS,
  viewportFov,
} from './framing.ts';
import { aimCamera, createSceneCamera, fitCamera } from './scene-camera.ts';

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

  it.each([0.0001, 0.01, 1, 10_000])('fills the picture with a box of %d m without clipping', (size) => {
    const box = new Box3().setFromCenterAndSize(new Vector3(0, size, 0), new Vector3(size, size, size));
    const { position, target } = frameBox(box, new Vector3(0, 0, 1), { fov: 40, aspect: 1 });
    const { near, far } = clipPlanes(box, position);
    const camera = new PerspectiveCamera(40, 1, near, far);
    camera.position.copy(position);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    const corner = box.max.clone().project(camera);
    expect(corner.x).toBeGreaterThan(0.4);
    expect(Math.max(corner.x, corner.y, Math.abs(corner.z))).toBeLessThan(1);
  });

  it('keeps the whole scene between the clipping planes', () => {
    const box = new Box3(new Vector3(-500, 0, -500), new Vector3(500, 10, 500));
    const { near, far } = clipPlanes(box, new Vector3(0, 2, 900));
    expect(far).toBeGreaterThan(1500);
    expect(near).toBeLessThan(2);
    expect(clipPlanes(new Box3(), new Vector3()).far).toBeGreaterThan(100);
  });

  it('keeps a small object of a very large scene beyond the near plane', () => {
    const box = new Box3(new Vector3(-5_000, 0, -5_000), new Vector3(5_000, 100, 5_000));
    for (const distance of [0.004, 0.2, 3]) {
      expect(clipPlanes(box, new Vector3(0, 0, distance), distance).near).toBeLessThan(distance / 2);
    }
    expect(clipPlanes(box, new Vector3(), 0).near).toBeGreaterThan(0);
    // At this distance the near plane costs no precision.
    const planes = clipPlanes(box, new Vector3(0, 2, 900));
    expect(clipPlanes(box, new Vector3(0, 2, 900), 900)).toEqual(planes);
  });

  it('shows the same area at the target in both projections', () => {
    for (const aspect of [0.5, 1.6]) {
      const from = parseDocument({ camera: { position: [3, 4, 5], target: [1, 1, 0], fov: 50 } }).camera;
      const seen = (['perspective', 'orthographic'] as const).map((projection) => {
        const camera = createSceneCamera({ ...from, projection });
        aimCamera(camera, from, { width: aspect * 600, height: 600, insets: NO_INSETS });
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

  it('fits the document’s view into the free area, as large as possible, from its saved position', () => {
    const length = fc.integer({ min: 300, max: 2500 });
    const share = fc.double({ min: 0, max: 0.35, noNaN: true });
    fc.assert(
      fc.property(length, length, share, share, share, share, (width, height, top, right, bottom, left) => {
        const insets = {
          top: top * height,
          right: right * width,
          bottom: bottom * height,
          left: left * width,
        };
        const frame = { width, height, insets };
        fc.pre(viewportFov(FROM.fov, frame) < 119);
        const camera = createSceneCamera(FROM);
        aimCamera(camera, FROM, frame);
        camera.updateMatrixWorld();
        expect(camera.position.toArray()).toEqual(FROM.position);
        const corner = new Vector3(FRAME_ASPECT * HALF, HALF, 0).project(camera);
        const middle = new Vector3().project(camera);
        const free = freeArea(frame);
        expect(((middle.x + 1) / 2) * width).toBeCloseTo(free.x, 3);
        expect(((1 - middle.y) / 2) * height).toBeCloseTo(free.y, 3);
        const shares = [
          ((corner.x - middle.x) * width) / free.width,
          ((corner.y - middle.y) * height) / free.height,
        ];
        expect(Math.max(...shares)).toBeCloseTo(1, 3);
      }),
    );
  });

  it('keeps the field of view in a wide viewport and widens it in a narrow one', () => {
    expect(frameFactor({ width: 1600, height: 900, insets: NO_INSETS })).toBe(1);
    expect(frameFactor({ width: 625, height: 1000, insets: NO_INSETS })).toBeCloseTo((4 / 3) * 1.6);
    expect(viewportFov(40, { width: 200, height: 4000, insets: NO_INSETS })).toBe(120);
  });

  it('frames a box within the free area', () => {
    const frame = { width: 1024, height: 768, insets: { top: 60, right: 320, bottom: 40, left: 0 } };
    const box = new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    const view = frameBox(box, new Vector3(0, 0, 1), freeLens(40, frame));
    const camera = new PerspectiveCamera();
    camera.position.copy(view.position);
    camera.lookAt(view.target);
    fitCamera(camera, { fov: 40, distance: 1 }, frame);
    camera.updateMatrixWorld();
    const edge = new Vector3(1, 1, 1).project(camera);
    expect(((edge.x + 1) / 2) * frame.width).toBeLessThan(1024 - 320);
    expect(((1 - edge.y) / 2) * frame.height).toBeGreaterThan(60);
  });
});

const FROM = parseDocument({ camera: { position: [0, 0, 4], target: [0, 0, 0], fov: 40 } }).camera;
/** Half of the visible height at the target's distance. */
const HALF = 4 * Math.tan((20 * Math.PI) / 180);
