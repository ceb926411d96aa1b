import { parseDocument } from '@diorama/shared/scene/document.ts';
import fc from 'fast-check';
import { Box3, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { contentAspect } from './content-aspect.ts';
import { FRAME_ASPECT, freeArea } from './framing.ts';
import { aimCamera, cameraViewOf, createSceneCamera } from './scene-camera.ts';

const cube = (x: number, y: number, z: number, size = 1) =>
  new Box3().setFromCenterAndSize(new Vector3(x, y, z), new Vector3(size, size, size));

function measured(from: typeof FROM, boxes: Box3[]): number {
  return contentAspect({ ...cameraViewOf(from), fov: from.fov, projection: from.projection }, boxes);
}

describe('contentAspect', () => {
  it('returns 4:3 for a scene that is empty, behind the camera or around it', () => {
    expect(measured(FROM, [])).toBe(FRAME_ASPECT);
    expect(measured(FROM, [new Box3()])).toBe(FRAME_ASPECT);
    expect(measured(FROM, [cube(0, 0, 30)])).toBe(FRAME_ASPECT);
    expect(measured(FROM, [cube(0, 0, 8, 40)])).toBeCloseTo(FRAME_ASPECT);
    expect(measured(FROM, [cube(40, 0, -8, 60)])).toBeCloseTo(FRAME_ASPECT);
  });

  it('is narrow for a tall object, and wide enough for all fully visible objects', () => {
    expect(measured(FROM, [cube(0, 0, 0)])).toBeLessThan(0.4);
    const wide = measured(FROM, [cube(0, 0, 0), cube(4.4, 0, 0)]);
    expect(wide).toBeGreaterThan(FRAME_ASPECT);
    expect(measured(FROM, [cube(-4.4, 0, 0), cube(0, 0, 0)])).toBeCloseTo(wide);
    // Far beside the view.
    expect(measured(FROM, [cube(0, 0, 0), cube(90, 0, 0)])).toBeLessThan(0.4);
  });

  it('keeps everything seen whole on a wide screen whole in every viewport and projection', () => {
    const place = fc.double({ min: -3, max: 3, noNaN: true });
    const length = fc.integer({ min: 320, max: 2000 });
    const projection = fc.constantFrom('perspective' as const, 'orthographic' as const);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(place, place, place), { minLength: 1, maxLength: 5 }),
        projection,
        length,
        length,
        fc.integer({ min: 0, max: 90 }),
        (places, kind, width, height, covered) => {
          const from = { ...FROM, projection: kind };
          const boxes = places.map(([x, y, z]) => cube(x, y, z, 0.4));
          const wide = reaches(from, boxes, { width: 1600, height: 900, insets: NONE }, FRAME_ASPECT);
          fc.pre(wide.x < 1 && wide.y < 1);
          const frame = { width, height, insets: { ...NONE, top: covered, bottom: covered / 2 } };
          const { x, y, angle } = reaches(from, boxes, frame, measured(from, boxes));
          // A very slender frame would need a wider angle than a camera gets.
          fc.pre(angle < 120);
          expect(x).toBeLessThan(1);
          expect(y).toBeLessThan(1);
        },
      ),
    );
  });
});

/** How far boxes reach within the free area, as shares of its half width and height. */
function reaches(
  from: typeof FROM,
  boxes: Box3[],
  frame: Parameters<typeof aimCamera>[2],
  aspect: number,
): { x: number; y: number; angle: number } {
  const camera = createSceneCamera(from);
  aimCamera(camera, from, frame, aspect);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  const free = freeArea(frame);
  const reach = { x: 0, y: 0 };
  for (const { min, max } of boxes) {
    for (let at = 0; at < 8; at++) {
      const corner = new Vector3(at & 1 ? max.x : min.x, at & 2 ? max.y : min.y, at & 4 ? max.z : min.z);
      const { x, y } = corner.project(camera);
      reach.x = Math.max(reach.x, Math.abs(((x + 1) / 2) * frame.width - free.x) / (free.width / 2));
      reach.y = Math.max(reach.y, Math.abs(((1 - y) / 2) * frame.height - free.y) / (free.height / 2));
    }
  }
  return { ...reach, angle: 'fov' in camera ? camera.fov : 0 };
}

const NONE = { top: 0, right: 0, bottom: 0, left: 0 };
const FROM = parseDocument({ camera: { position: [0, 0, 8], target: [0, 0, 0], fov: 40 } }).camera;
