import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../document.ts';
import { withValues } from '../field-values.ts';
import { fitsField } from '../fits-field.ts';
import { fillStored } from '../stored.ts';
import { anyDocument } from '../test/any-document.ts';
import { MAX_TRACKS } from './limits.ts';
import { stillTime, timeOf, tracksOf, trackValues } from './timelines.ts';

const scene = (keys: Record<string, object>) =>
  parseDocument({
    nodes: { box: { kind: 'box', position: [1, 0, 0] }, lamp: { kind: 'pointLight' } },
    timelines: { t: {} },
    keys: Object.fromEntries(
      Object.entries(keys).map(([id, key]) => [id, { timeline: 't', easing: 'linear', ...key }]),
    ),
  });
const at = (document: ReturnType<typeof scene>, seconds: number, without?: string) =>
  trackValues(document, tracksOf(document, 't'), seconds, without);
const x = (document: ReturnType<typeof scene>, seconds: number, without?: string) =>
  (at(document, seconds, without)['nodes/box/position'] as number[] | undefined)?.[0];
const position = (value: number) => ({ 'nodes/box/position': [value, 0, 0] });

describe('timeline tracks', () => {
  it('start at the value of the scene, interpolate from key to key, hold the last key', () => {
    const moved = scene({ a: { time: 1, values: position(3) }, b: { time: 3, values: position(-1) } });
    expect([0, 0.5, 1, 2, 3, 9].map((seconds) => x(moved, seconds))).toEqual([1, 2, 3, 1, -1, -1]);
    expect(x(moved, 2, 'a')).toBeCloseTo(-1 / 3);
    expect(at(moved, 2, 'b')).toEqual(position(3));
  });

  it('start at once with a key at 0, and jump at step keys', () => {
    const jumping = scene({
      a: { time: 0, values: position(5) },
      b: { time: 2, easing: 'step', values: position(7) },
    });
    expect([0, 1.99, 2].map((seconds) => x(jumping, seconds))).toEqual([5, 5, 7]);
  });

  it('switch values that cannot be mixed at the time of the key', () => {
    const hidden = scene({ a: { time: 2, values: { 'nodes/box/visible': false, 'nodes/box/name': 'x' } } });
    expect(at(hidden, 1.9)).toEqual({ 'nodes/box/visible': true, 'nodes/box/name': '' });
    expect(at(hidden, 2)).toEqual({ 'nodes/box/visible': false, 'nodes/box/name': 'x' });
  });

  it('move the camera of the scene', () => {
    const flight = scene({ a: { time: 2, values: { 'scene/camera.fov': 60 } } });
    expect(at(flight, 1)).toEqual({ 'scene/camera.fov': 50 });
  });

  it('use the key with the larger id when two keys have the same time', () => {
    const twice = scene({ b: { time: 1, values: position(4) }, a: { time: 1, values: position(9) } });
    expect(tracksOf(twice, 't')[0]?.keys).toHaveLength(1);
    expect([x(twice, 1), x(twice, 0.5)]).toEqual([4, 2.5]);
  });

  it('ignore deleted nodes and unknown timelines', () => {
    const gone = scene({ a: { time: 1, values: { 'nodes/gone/visible': false } } });
    expect(withValues(gone, [at(gone, 0.5), at(gone, 2)])).toEqual(gone);
    expect(tracksOf(gone, 'other')).toEqual([]);
    expect(tracksOf(gone, 'constructor')).toEqual([]);
  });

  it('are limited in number', () => {
    const values = Object.fromEntries(
      Array.from({ length: MAX_TRACKS + 50 }, (_, i) => [`nodes/n${i}/visible`, false]),
    );
    expect(tracksOf(scene({ a: { values } }), 't')).toHaveLength(MAX_TRACKS);
  });

  it('have valid values at any time for any document', () => {
    fc.assert(
      fc.property(anyDocument, fc.double({ min: 0, max: 1_200, noNaN: true }), (stored, seconds) => {
        const document = fillStored(stored);
        for (const [id, timeline] of Object.entries(document.timelines)) {
          const values = trackValues(document, tracksOf(document, id), timeOf(timeline, seconds));
          expect(withValues(document, [values])).toEqual(withValues(document, [values], fitsField));
        }
      }),
    );
  });

  it('pass through every key and stay between neighboring keys', () => {
    const key = fc.record({
      time: fc.integer({ min: 0, max: 100 }).map((n) => n / 10),
      value: fc.double({ min: -100, max: 100, noNaN: true }),
      easing: fc.constantFrom('linear', 'in', 'out', 'inOut', 'step'),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { selector: ({ time }) => time, minLength: 1, maxLength: 12 }),
        fc.double({ min: 0, max: 12, noNaN: true }),
        (keys, seconds) => {
          const rows = keys.map(({ value, ...rest }, i) => [`k${i}`, { ...rest, values: position(value) }]);
          const document = scene(Object.fromEntries(rows));
          for (const { time, value } of keys) {
            expect(x(document, time)).toBeCloseTo(value, 6);
          }
          const sorted = keys.toSorted((a, b) => a.time - b.time);
          const next = sorted.find(({ time }) => time > seconds);
          const last = sorted.findLast(({ time }) => time <= seconds);
          const ends = [last?.value ?? 1, next?.value ?? last?.value ?? 1];
          expect(x(document, seconds)).toBeGreaterThanOrEqual(Math.min(...ends) - 1e-6);
          expect(x(document, seconds)).toBeLessThanOrEqual(Math.max(...ends) + 1e-6);
        },
      ),
    );
  });
});

describe('the time of a timeline', () => {
  it('stops at the end, or restarts in a loop', () => {
    expect([1, 4, 9].map((seconds) => timeOf({ duration: 4, loop: false }, seconds))).toEqual([1, 4, 4]);
    expect([1, 4, 9].map((seconds) => timeOf({ duration: 4, loop: true }, seconds))).toEqual([1, 0, 1]);
    expect([stillTime({ duration: 4, loop: false }), stillTime({ duration: 4, loop: true })]).toEqual([4, 0]);
  });
});

describe('timelines of a document', () => {
  it('are rejected outside their limits; stored ones keep their valid parts', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, {}]));
    expect(() => parseDocument({ keys: many })).toThrow('rule.keys');
    for (const timeline of [{ duration: 0 }, { duration: Number.NaN }, { duration: 601 }, { speed: 2 }]) {
      expect(() => parseDocument({ timelines: { t: timeline } })).toThrow();
    }
    for (const key of [{ time: -1 }, { time: Number.NaN }, { easing: 'bounce' }, { values: { x: 1 } }]) {
      expect(() => parseDocument({ keys: { k: key } })).toThrow();
    }
    const read = fillStored({
      nodes: { box: { kind: 'box' } },
      timelines: { t: { duration: 0, loop: true, speed: 2 } },
      keys: { k: { timeline: 't', time: 1, values: { ...position(2), 'nodes/box/visible': 'no' } } },
    });
    expect(read.timelines.t).toMatchObject({ duration: 4, loop: true });
    expect(read.keys.k?.values).toEqual(position(2));
  });
});
