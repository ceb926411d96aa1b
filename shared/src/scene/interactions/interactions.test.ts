import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { parseDocument } from '../document.ts';
import { withValues } from '../field-values.ts';
import { nodeDefs } from '../nodes/index.ts';
import { fillStored } from '../stored.ts';
import { anyDocument } from '../test/any-document.ts';
import { nodeFields } from '../ydoc-fields.ts';
import { motionsOf, valuesOfStates, withState } from './interactions.ts';
import { EASINGS, ease, interpolate, WHOLE_FIELDS } from './interpolate.ts';
import { ValueTransitions } from './value-transitions.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const component = fc.double({ min: -1, max: 1, noNaN: true });
const turn = fc.tuple(component, component, component, component);
const easing = fc.constantFrom(...EASINGS);

describe('ease', () => {
  it('rises from 0 to 1 and stays within these bounds', () => {
    fc.assert(
      fc.property(easing, share, share, (curve, a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        expect(ease(first, curve)).toBeLessThanOrEqual(ease(second, curve) + 1e-12);
        expect([ease(-1, curve), ease(0, curve), ease(1, curve), ease(2, curve)]).toEqual([0, 0, 1, 1]);
      }),
    );
  });
});

describe('interpolate', () => {
  it('keeps numbers and vectors between their endpoints', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 4 }), share, (from, at) => {
        const to = from.map((part) => -part / 2);
        const value = interpolate('nodes/a/position', from, to, at) as number[];
        value.forEach((part, i) => {
          const [low, high] = [from[i] ?? 0, to[i] ?? 0].sort((a, b) => a - b);
          expect(part).toBeGreaterThanOrEqual((low ?? 0) - 1e-6);
          expect(part).toBeLessThanOrEqual((high ?? 0) + 1e-6);
        });
      }),
    );
  });

  it('rotates by unit quaternions the shorter way', () => {
    fc.assert(
      fc.property(turn, turn, share, (from, to, at) => {
        const value = interpolate('nodes/a/rotation', from, to, at * 0.999) as number[];
        expect(Math.hypot(...value)).toBeCloseTo(1, 6);
      }),
    );
    const half = interpolate('nodes/a/rotation', [0, 0, 0, 1], [0, 0, 0, -1], 0.5);
    expect(half).toEqual([0, 0, 0, 1]);
    const quarter = interpolate('nodes/a/rotation', [0, 0, 0, 1], [0, 1, 0, 0], 0.5) as number[];
    expect(quarter[1]).toBeCloseTo(Math.SQRT1_2);
    expect(quarter[3]).toBeCloseTo(Math.SQRT1_2);
  });

  it('mixes colors, and switches values that cannot be mixed', () => {
    expect(interpolate('materials/a/color', '#000000', '#ff8000', 0.5)).toBe('#804000');
    expect(interpolate('nodes/a/visible', true, false, 0)).toBe(false);
    expect(interpolate('nodes/a/material', null, 'oak', 0.1)).toBe('oak');
    expect(interpolate('nodes/a/props.size', [1, 1], [1, 1, 1], 0.5)).toEqual([1, 1, 1]);
    expect(interpolate('nodes/a/props.sides', 8, 16, 0.3)).toBe(16);
    expect(interpolate('scene/tour.seconds', 20, 60, 0.1)).toBe(60);
    expect(interpolate('nodes/a/name', undefined, 'x', 0.1)).toBe('x');
  });

  it('knows all integer fields', () => {
    const takes = (schema: z.ZodType, value: number) =>
      [value, [value, value, value]].some((one) => schema.safeParse(one).success);
    const isWhole = (schema: z.ZodType) => takes(schema, 3) && !takes(schema, 3.5);
    const whole = nodeDefs.flatMap(({ kind }) =>
      [...nodeFields(kind).fields.values()].filter(({ schema }) => isWhole(schema)).map(({ key }) => key),
    );
    expect([...WHOLE_FIELDS].sort()).toEqual([...new Set(whole)].sort());
  });
});

describe('ValueTransitions', () => {
  const lamp = parseDocument({ nodes: { lamp: { kind: 'pointLight', props: { intensity: 0 } } } });
  const path = 'nodes/lamp/props.intensity';

  it('moves to values and back from any intermediate value', () => {
    const way = new ValueTransitions();
    const pace = { seconds: 2, easing: 'linear' } as const;
    way.go(lamp, { [path]: 10 }, pace, 0);
    expect(way.valuesAt(lamp, 1)).toEqual({ [path]: 5 });
    way.go(lamp, {}, pace, 1);
    expect(way.valuesAt(lamp, 2)).toEqual({ [path]: 2.5 });
    expect([way.isMoving(2), way.isMoving(3)]).toEqual([true, false]);
    expect(way.valuesAt(lamp, 3)).toEqual({});
  });

  it('does not restart fields already moving to the same value', () => {
    const way = new ValueTransitions();
    way.go(lamp, { [path]: 10 }, { seconds: 2, easing: 'linear' }, 0);
    way.go(lamp, { [path]: 10, 'nodes/lamp/visible': false }, { seconds: 0, easing: 'linear' }, 1);
    expect(way.valuesAt(lamp, 1)).toEqual({ [path]: 5, 'nodes/lamp/visible': false });
  });

  it('ends exactly at the target, and at the document itself after the return', () => {
    fc.assert(
      fc.property(anyDocument, easing, fc.constantFrom(0, 1, 60), (document, curve, seconds) => {
        const way = new ValueTransitions();
        const target = valuesOfStates(document, Object.keys(document.states));
        way.go(document, target, { seconds, easing: curve }, 0);
        expect(way.valuesAt(document, seconds)).toEqual(target);
        way.go(document, {}, { seconds, easing: curve }, seconds);
        const back = way.valuesAt(document, 2 * seconds);
        expect(withValues(document, [back])).toEqual(document);
        expect(way.isMoving(2 * seconds)).toBe(false);
      }),
    );
  });
});

describe('states', () => {
  it('accumulate, and toggling an active state removes it', () => {
    const on = withState([], { state: 'on', toggles: true });
    expect(withState(on, { state: 'open', toggles: true })).toEqual(['on', 'open']);
    expect(withState(on, { state: 'on', toggles: true })).toEqual([]);
    expect(withState(on, { state: 'on', toggles: false })).toEqual(['on']);
    expect(withState(['on', 'open'], { state: null, toggles: true })).toEqual([]);
    const document = parseDocument({
      states: { a: { values: { 'nodes/x/visible': true } }, b: { values: { 'nodes/x/visible': false } } },
    });
    expect(valuesOfStates(document, ['b', 'a', 'gone', 'constructor'])).toEqual({ 'nodes/x/visible': true });
  });
});

describe('interactions of a document', () => {
  it('include one motion per kind for each existing node', () => {
    const document = parseDocument({
      nodes: { a: { kind: 'box' } },
      motions: {
        m: { node: 'a' },
        n: { node: 'a' },
        o: { node: 'gone' },
        p: {},
        q: { node: 'a', kind: 'float' },
      },
    });
    expect(motionsOf(document).map(({ kind }) => kind)).toEqual(['spin', 'float']);
  });

  it('are rejected outside their limits; visitors receive only the valid parts of stored ones', () => {
    const hostile = [
      { actions: [{ kind: 'link', url: 'javascript:alert(1)' }] },
      { actions: [{ kind: 'script', code: 'alert(1)' }] },
      { actions: [{ kind: 'state', seconds: 1e9 }] },
      { actions: Array.from({ length: 21 }, () => ({ kind: 'message' })) },
      { event: 'load' },
      { seconds: 601 },
      { position: 2 },
      { node: '__proto__' },
    ];
    for (const interaction of hostile) {
      expect(() => parseDocument({ interactions: { a: interaction } })).toThrow();
      const { a } = fillStored({ ...parseDocument({}), interactions: { a: interaction } }).interactions;
      expect(JSON.stringify(a)).not.toMatch(/script|load|1e9|601|__proto__/);
    }
    const values = { 'nodes/box/visible': 'yes', 'nodes/box/name': 'Box' };
    const stored = { nodes: { box: { kind: 'box' } }, states: { on: { values } } };
    expect(fillStored({ ...parseDocument({}), ...stored }).states.on?.values).toEqual({
      'nodes/box/name': 'Box',
    });
  });
});
