import { parseDocument } from '@diorama/shared/scene/document.ts';
import { motionsOf } from '@diorama/shared/scene/interactions/interactions.ts';
import { hasContinuousMotion, motionValues } from '@diorama/shared/scene/interactions/motion-values.ts';
import { Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { scrollPosition } from './watch-scroll.ts';

const scene = (motion: object, node: object = {}) =>
  parseDocument({
    nodes: { group: { kind: 'group' }, box: { kind: 'box', parent: 'group', ...node } },
    motions: { m: { node: 'box', ...motion } },
  });

function at(document: ReturnType<typeof scene>, seconds: number, isReduced = false) {
  return motionValues(document, {
    ...{ motions: motionsOf(document), seconds, isReduced },
    eye: new Vector3(5, 3, 0),
    worldOf: () => new Matrix4(),
  });
}

describe('motions', () => {
  it('spin once per period', () => {
    const spin = scene({ seconds: 4 });
    const [x, y, z, w] = at(spin, 1)['nodes/box/rotation'] as number[];
    expect([x, z]).toEqual([0, 0]);
    expect(y).toBeCloseTo(Math.SQRT1_2);
    expect(w).toBeCloseTo(Math.SQRT1_2);
    expect(at(spin, 4)['nodes/box/rotation']).toEqual([0, 0, 0, 1]);
  });

  it('float around their position', () => {
    const float = scene({ kind: 'float', seconds: 4, distance: 0.5 }, { position: [1, 2, 3] });
    const heights = [0, 1, 3].map((seconds) => (at(float, seconds)['nodes/box/position'] as number[])[1]);
    expect(heights[0]).toBeCloseTo(2);
    expect(heights[1]).toBeCloseTo(2.5);
    expect(heights[2]).toBeCloseTo(1.5);
  });

  it('face the camera, even with reduced motion, without continuous frames', () => {
    const look = scene({ kind: 'look' });
    const [, y, , w] = at(look, 0, true)['nodes/box/rotation'] as number[];
    expect(2 * Math.atan2(y ?? 0, w ?? 0)).toBeCloseTo(Math.PI / 2);
    expect(hasContinuousMotion(look, motionsOf(look))).toBe(false);
  });

  it('pause on hidden nodes and with reduced motion', () => {
    const hidden = parseDocument({
      nodes: { group: { kind: 'group', visible: false }, box: { kind: 'box', parent: 'group' } },
      motions: { m: { node: 'box' } },
    });
    expect(at(hidden, 1)).toEqual({});
    expect(hasContinuousMotion(hidden, motionsOf(hidden))).toBe(false);
    expect(at(scene({}), 1, true)).toEqual({});
    expect(hasContinuousMotion(scene({}), motionsOf(scene({})))).toBe(true);
  });
});

describe('scrollPosition', () => {
  const rect = { top: 0, bottom: 100 };
  const of = (top: number, bottom: number, last = 0) =>
    scrollPosition(
      {
        intersectionRatio: (bottom - top) / 100,
        intersectionRect: { top, bottom },
        boundingClientRect: rect,
      },
      last,
    );

  it('runs from 0 below the window to 1 above it', () => {
    expect([of(0, 0), of(0, 40), of(0, 100), of(60, 100), of(0, 0, 0.9)]).toEqual([0, 0.2, 0.5, 0.8, 1]);
  });

  it('is 0.5 for a scene that is taller than the window', () => {
    expect(of(20, 80)).toBe(0.5);
  });
});
