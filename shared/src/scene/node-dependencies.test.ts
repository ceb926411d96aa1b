import { describe, expect, it } from 'vitest';
import { parseDocument, type SceneDocument } from './document.ts';
import { DependencyIndex, dependenciesIn } from './node-dependencies.ts';
import { shapeOf, tiesOf } from './nodes/kinds.ts';

type Plan = Record<string, object>;

const wall = (start: [number, number], end: [number, number], more: object = {}) => ({
  kind: 'wall',
  props: { start, end },
  ...more,
});
const nodesOf = (nodes: Plan): SceneDocument['nodes'] => parseDocument({ nodes }).nodes;

/** A room of four walls with a door in the first, and a distant wall. */
const ROOM: Plan = {
  a: wall([0, 0], [4, 0]),
  b: wall([4, 0], [4, 3]),
  c: wall([4, 3], [0, 3]),
  d: wall([0, 3], [0, 0]),
  door: { kind: 'opening', parent: 'a' },
  window: { kind: 'opening', parent: 'b' },
  far: wall([20, 0], [24, 0]),
};

function indexOf(nodes: Plan) {
  const index = new DependencyIndex();
  index.update(nodesOf(nodes), Object.keys(nodes));
  return (changes: Plan, ids = Object.keys(changes)) => {
    const next = nodesOf({ ...nodes, ...changes });
    return [...index.update(next, ids)].sort();
  };
}

describe('Walls that meet', () => {
  it('update each other and their openings, but no distant wall', () => {
    // The corner between a and b moves: c and d end elsewhere.
    const change = indexOf(ROOM);
    expect(change({ a: wall([0, 0], [5, 0]), b: wall([5, 0], [4, 3]) })).toEqual([
      'c',
      'd',
      'door',
      'window',
    ]);
    expect(indexOf(ROOM)({ far: wall([30, 0], [24, 0]) })).toEqual([]);
  });

  it('are updated when one of them is removed or added', () => {
    const { a: _a, door: _door, ...rest } = ROOM;
    const index = new DependencyIndex();
    index.update(nodesOf(ROOM), Object.keys(ROOM));
    expect([...index.update(nodesOf(rest), ['a', 'door'])].sort()).toEqual(['b', 'd', 'window']);
    expect([...index.update(nodesOf(ROOM), ['a', 'door'])].sort()).toEqual(['b', 'd', 'window']);
  });

  it('meet within one millimeter, at any place, and not beyond', () => {
    for (let shift = 0; shift < 0.01; shift += 0.00037) {
      const meets = (gap: number) => {
        const { a, b } = nodesOf({
          a: wall([0, 0], [1 + shift, shift]),
          b: wall([1 + shift + gap, shift], [3, 3]),
        });
        const ends = (node: typeof a) =>
          node ? tiesOf('', node).filter((name) => name.startsWith('ends:')) : [];
        return ends(a).some((name) => ends(b).includes(name));
      };
      expect(meets(0.0009)).toBe(true);
      expect(meets(0.0041)).toBe(false);
    }
  });

  it('are compared in their parent’s space, including their own transforms', () => {
    const moved = { a: wall([0, 0], [1, 0]), b: wall([0, 0], [1, 0], { position: [1, 0, 0] }) };
    const key = (nodes: Plan, id: string) => {
      const document = parseDocument({ nodes });
      const node = document.nodes[id];
      return node && shapeOf({ id, node, ties: dependenciesIn(document) })?.key;
    };
    expect(indexOf(moved)({ a: wall([0, 1], [1, 0]) })).toEqual(['b']);
    expect(key(moved, 'b')).toBe(key({ a: wall([-1, 0], [0, 0]), b: wall([0, 0], [1, 0]) }, 'b'));
    expect(key({ ...moved, g: { kind: 'group' }, b: { ...moved.b, parent: 'g' } }, 'b')).toBe(
      key({ b: moved.b }, 'b'),
    );
  });
});

describe('overlapping walls', () => {
  const CROSS = { a: wall([-2, 0], [2, 0]), b: wall([0, -2], [0, 2]) };
  const keyOf = (nodes: Plan, id: string) => {
    const document = parseDocument({ nodes });
    const node = document.nodes[id];
    return node && shapeOf({ id, node, ties: dependenciesIn(document) })?.key;
  };

  it('update each other only while they cross', () => {
    expect(indexOf(CROSS)({ a: wall([-2, 1], [2, 1]) })).toEqual(['b']);
    expect(indexOf(CROSS)({ a: wall([5, 0], [7, 0]) })).toEqual(['b']);
    const apart = { ...CROSS, a: wall([5, 0], [7, 0]) };
    expect(indexOf(apart)({ a: wall([5, 1], [7, 1]) })).toEqual([]);
  });

  it('are not updated for neighbors when they are extremely large', () => {
    const vast = wall([-100_000, 0], [100_000, 0]);
    const fat = wall([-100, 0], [100, 0], { props: { start: [-100, 0], end: [100, 0], thickness: 90 } });
    for (const a of [vast, fat]) {
      expect(indexOf({ ...CROSS, a })({ b: wall([1, -2], [1, 2]) })).toEqual([]);
    }
  });

  it('cut each other only on one level of one parent, regardless of their transforms', () => {
    const whole = keyOf({ b: CROSS.b }, 'b');
    expect(keyOf(CROSS, 'b')).not.toBe(whole);
    expect(keyOf(CROSS, 'a')).toBe(keyOf({ a: CROSS.a }, 'a'));
    expect(keyOf({ ...CROSS, a: wall([-2, 0], [2, 0], { position: [0, 3, 0] }) }, 'b')).toBe(whole);
    expect(keyOf({ ...CROSS, g: { kind: 'group' }, b: { ...CROSS.b, parent: 'g' } }, 'b')).toBe(whole);
    const moved = wall([0, 0], [4, 0], { position: [-2, 0, 0] });
    expect(keyOf({ ...CROSS, a: moved }, 'b')).toBe(keyOf(CROSS, 'b'));
    expect(keyOf({ ...CROSS, a: wall([-2, 0], [2, 0], { scale: [2, 1, 1] }) }, 'b')).toBe(whole);
  });

  it('are not cut by hidden walls, which still form corners', () => {
    const hidden = { visible: false };
    const through = { ...CROSS, door: { kind: 'opening', parent: 'b', props: { offset: 2, width: 1 } } };
    const { a: _a, ...alone } = through;
    const without = { ...through, a: wall([-2, 0], [2, 0], hidden) };
    for (const id of ['b', 'door']) {
      expect(keyOf(through, id)).not.toBe(keyOf(alone, id));
      expect(keyOf(without, id)).toBe(keyOf(alone, id));
    }
    const corner = { b: CROSS.b, c: wall([0, 2], [2, 2]) };
    expect(keyOf({ ...corner, c: wall([0, 2], [2, 2], hidden) }, 'b')).toBe(keyOf(corner, 'b'));
    expect(keyOf(corner, 'b')).not.toBe(keyOf({ b: CROSS.b }, 'b'));
  });
});

it('moving a corner updates only nearby nodes in a scene of 200 walls', () => {
  const nodes: Plan = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`w${i}`, wall([i, 0], [i + 1, i % 2])]),
  );
  for (let i = 0; i < 100; i += 1) {
    nodes[`o${i}`] = { kind: 'opening', parent: `w${i * 2}` };
  }
  const touched = indexOf(nodes)({ w50: wall([50, 0], [51, 2]) });
  expect(touched.length).toBeLessThanOrEqual(4);
  expect(touched).toContain('o25');
});
