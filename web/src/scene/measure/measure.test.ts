import { MEASURE_MODES } from '@diorama/shared/scene/nodes/measure/modes.ts';
import fc from 'fast-check';
import { Quaternion, Ray, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { distanceOfFaces, measureOf } from './measure.ts';
import { snapPoint } from './measure-snap.ts';
import { linePointsOf } from './measured-line.ts';

const number = fc.double({ min: -100, max: 100, noNaN: true });
const point = fc.tuple(number, number, number).map((xyz) => new Vector3(...xyz));
const turn = fc
  .tuple(point, number)
  .filter(([axis]) => axis.length() > 0.1)
  .map(([axis, angle]) => new Quaternion().setFromAxisAngle(axis.clone().normalize(), angle));
const at = (x: number, y: number, z: number) => new Vector3(x, y, z);
const SQUARE = [at(0, 0, 0), at(2, 0, 0), at(2, 0, 3), at(0, 0, 3)];

describe('measuring points', () => {
  it('returns a distance, an angle at the middle point, an area and a perimeter', () => {
    expect(measureOf('distance', [at(1, 1, 1), at(1, 4, 5)])).toBe(5);
    expect(measureOf('angle', [at(1, 0, 0), at(0, 0, 0), at(0, 2, 0)])).toBeCloseTo(Math.PI / 2);
    expect(measureOf('area', SQUARE)).toBeCloseTo(6);
    expect(measureOf('perimeter', SQUARE)).toBeCloseTo(10);
  });

  it('returns the length of an arc through three points, from either end', () => {
    const angle = fc.double({ min: 0.05, max: 6.2, noNaN: true });
    const share = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(turn, point, angle, share, (rotation, offset, sweep, over) => {
        const points = [0, over * sweep, sweep].map((by) =>
          at(3 * Math.cos(by), 0, 3 * Math.sin(by))
            .applyQuaternion(rotation)
            .add(offset),
        );
        expect(measureOf('arc', points)).toBeCloseTo(3 * sweep, 5);
        expect(measureOf('arc', points.toReversed())).toBeCloseTo(3 * sweep, 5);
        const way = linePointsOf('arc', points);
        expect(way.every((corner) => Math.abs(corner.distanceTo(offset) - 3) < 1e-5)).toBe(true);
        const walked = way.reduce((sum, corner, i) => sum + corner.distanceTo(way[i - 1] ?? corner), 0);
        expect(walked / (3 * sweep)).toBeCloseTo(1, 3);
      }),
    );
    expect(measureOf('arc', [at(0, 0, 0), at(1, 0, 0), at(3, 0, 0)])).toBe(3);
    expect(linePointsOf('arc', [at(0, 0, 0), at(1, 0, 0)])).toHaveLength(2);
  });

  it('returns null for too few points, and zero for identical points', () => {
    for (const mode of MEASURE_MODES) {
      expect(measureOf(mode, [at(1, 2, 3)])).toBeNull();
      expect(measureOf(mode, [at(1, 2, 3), at(1, 2, 3), at(1, 2, 3)])).toBe(0);
    }
  });

  it('is invariant under translation, rotation and the choice of the first point', () => {
    fc.assert(
      fc.property(turn, point, fc.integer({ min: 0, max: 3 }), (rotation, offset, first) => {
        const moved = SQUARE.map((corner) => corner.clone().applyQuaternion(rotation).add(offset));
        const points = [...moved.slice(first), ...moved.slice(0, first)];
        expect(measureOf('area', points)).toBeCloseTo(6, 6);
        expect(measureOf('perimeter', points)).toBeCloseTo(10, 6);
      }),
    );
  });

  it('never exceeds 180 degrees for an angle', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        const angle = measureOf('angle', [a, b, c]) ?? -1;
        expect(angle).toBeGreaterThanOrEqual(0);
        expect(angle).toBeLessThanOrEqual(Math.PI);
      }),
    );
  });

  it('returns the distance of faces with parallel or opposite normals', () => {
    const up = at(0, 1, 0);
    const from = { point: at(0, 0, 0), normal: up };
    expect(distanceOfFaces(from, { point: at(3, 2, 1), normal: up })).toBe(2);
    expect(distanceOfFaces(from, { point: at(3, 2, 1), normal: at(0, -1, 0) })).toBe(2);
    expect(distanceOfFaces(from, { point: at(3, 2, 1), normal: at(1, 0, 0) })).toBeNull();
    expect(distanceOfFaces(from, { point: at(3, 2, 1), normal: null })).toBeNull();
  });
});

describe('the snap under the pointer', () => {
  const target = { corners: [at(0, 0, 0), at(100, 0, 0), at(0, 100, 0)], anchors: [at(30, 30, 0)] };
  const project = ({ x, y }: Vector3) => ({ x, y, depth: 0 });
  const caught = (x: number, y: number, seen: typeof project = project) =>
    snapPoint([target], { at: { x, y }, ray: new Ray(at(x, y, 10), at(0, 0, -1)), reach: 12, project: seen });

  it('prefers a vertex to an edge, an edge to an anchor, and else is null', () => {
    expect(caught(5, 5)).toMatchObject({ kind: 'vertex', point: at(0, 0, 0) });
    expect(caught(50, 6)).toMatchObject({ kind: 'edge', point: at(50, 0, 0) });
    expect(caught(33, 28)).toMatchObject({ kind: 'anchor', point: at(30, 30, 0) });
    expect(caught(20, 50)).toBeNull();
  });

  it('is within the snap radius on the screen, also from outside', () => {
    fc.assert(
      fc.property(number, number, (x, y) => {
        const snap = caught(x, y);
        const distance = snap ? Math.hypot(snap.point.x - x, snap.point.y - y) : 0;
        expect(distance).toBeLessThanOrEqual(12);
      }),
    );
    expect(caught(-6, -6)).toMatchObject({ kind: 'vertex' });
  });

  it('ignores points behind the camera', () => {
    expect(caught(1, 1, ({ x, y }) => ({ x, y, depth: 2 }))).toBeNull();
  });
});
