import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_GENERATED_DEPTH } from '../defaults.ts';
import { parseDocument, type SceneDocument } from '../document.ts';
import { fitsNode } from '../fits-field.ts';
import { isCopier, nodeKindNames } from '../nodes/kinds.ts';
import { resolveHierarchy } from '../resolve.ts';
import { copiesOf } from './copy-generators.ts';
import { Expansion, expandDocument } from './expansion.ts';
import { depthOf } from './generated-id.ts';

type Nodes = Record<string, object>;

const scene = (nodes: Nodes) => parseDocument({ nodes });
const expanded = (nodes: Nodes) => expandDocument(scene(nodes), { fits: fitsNode }).document.nodes;

/** A chair of a seat and a leg, which is a child of the seat. */
const CHAIR = {
  chair: { kind: 'component' },
  seat: { kind: 'box', parent: 'chair', position: [0, 1, 0] },
  leg: { kind: 'cylinder', parent: 'seat' },
};

const instance = (component: string | null, more: object = {}, values: object = {}) => ({
  kind: 'instance',
  ...more,
  props: { component, values },
});

describe('An expansion', () => {
  it('shows the nodes of a component below each instance, not in their own place', () => {
    const nodes = expanded({ ...CHAIR, one: instance('chair'), two: instance('chair') });
    expect(Object.keys(nodes).sort()).toEqual([
      'one',
      'one::leg',
      'one::seat',
      'two',
      'two::leg',
      'two::seat',
    ]);
    expect(nodes['one::seat']).toMatchObject({ kind: 'box', parent: 'one', position: [0, 1, 0] });
    expect(nodes['one::leg']).toMatchObject({ kind: 'cylinder', parent: 'one::seat' });
  });

  it('returns a document without instances and components unchanged', () => {
    const document = scene({ box: { kind: 'box' } });
    expect(expandDocument(document).document).toBe(document);
  });

  it('applies overrides that fit their field', () => {
    const values = {
      'nodes/seat/visible': false,
      'nodes/seat/props.size': 'large',
      'nodes/seat/parent': null,
      'nodes/gone/visible': false,
      'materials/oak/color': '#000000',
    };
    const { 'one::seat': seat } = expanded({ ...CHAIR, one: instance('chair', {}, values) });
    expect(seat).toMatchObject({ visible: false, parent: 'one', props: { size: [1, 1, 1] } });
  });

  it('shows nested instances, with overrides from the outermost one', () => {
    const table = {
      table: { kind: 'component' },
      place: instance('chair', { parent: 'table' }, { 'nodes/seat/name': 'Seat' }),
    };
    const values = { 'nodes/place::seat/visible': false, 'nodes/place/name': 'Place' };
    const nodes = expanded({
      ...CHAIR,
      ...table,
      one: instance('table', {}, values),
      two: instance('table'),
    });
    expect(nodes['one::place']).toMatchObject({ name: 'Place', parent: 'one' });
    expect(nodes['one::place::seat']).toMatchObject({ visible: false, name: 'Seat', parent: 'one::place' });
    expect(nodes['two::place::seat']).toMatchObject({ visible: true, name: 'Seat' });
  });

  it('ends a cycle at the first repetition', () => {
    const nodes = expanded({
      a: { kind: 'component' },
      inA: instance('b', { parent: 'a' }),
      b: { kind: 'component' },
      inB: instance('a', { parent: 'b' }),
      one: instance('a'),
    });
    expect(Object.keys(nodes)).toEqual(['one', 'one::inA', 'one::inA::inB']);
  });

  it('ends a chain of components at the maximum depth', () => {
    const depth = MAX_GENERATED_DEPTH;
    const chain = Array.from({ length: depth + 3 }, (_, at): [string, object][] => [
      [`c${at}`, { kind: 'component' }],
      [`i${at}`, instance(`c${at + 1}`, { parent: `c${at}` })],
    ]);
    const nodes = { ...Object.fromEntries(chain.flat()), one: instance('c0') };
    const ids = Object.keys(expanded(nodes));
    expect(ids.map(depthOf)).toEqual(Array.from({ length: depth + 1 }, (_, at) => at));
    expect(ids.at(-1)).toMatch(new RegExp(`::i${depth - 1}$`));
    expect(expandDocument(scene(nodes)).isLimited).toBe(false);
  });

  it('shows nothing for an instance with a missing or invalid component', () => {
    const nodes = expanded({
      group: { kind: 'group' },
      box: { kind: 'box', parent: 'group' },
      one: instance('gone'),
      two: instance(null),
      three: instance('group', { parent: 'group' }),
    });
    expect(Object.keys(nodes)).toEqual(['group', 'box', 'one', 'two', 'three']);
  });

  it('renames references between the nodes of a copy', () => {
    const { 'one::note': note } = expanded({
      room: { kind: 'component' },
      lamp: { kind: 'box', parent: 'room' },
      note: { kind: 'annotation', parent: 'room', props: { hides: ['lamp', 'other'] } },
      one: instance('room'),
    });
    expect(note?.props).toMatchObject({ hides: ['one::lamp', 'other'] });
  });

  it('leaves the last copies empty beyond the node limit', () => {
    const document = scene({
      ...CHAIR,
      one: instance('chair', { index: 'a1' }),
      two: instance('chair', { index: 'a0' }),
      three: instance('chair', { index: 'a2' }),
    });
    const { document: shown, isLimited } = expandDocument(document, { limit: 5 });
    expect(isLimited).toBe(true);
    expect(Object.keys(shown.nodes).filter((id) => id.includes(':'))).toEqual([
      'two::seat',
      'two::leg',
      'one::seat',
      'one::leg',
    ]);
    const expansion = new Expansion({ limit: 5 });
    expansion.update(document);
    const { three: _, ...fewer } = document.nodes;
    expect(expansion.isLimited).toBe(true);
    expansion.update({ ...document, nodes: fewer }, { nodes: new Set(['three']) });
    expect(expansion.isLimited).toBe(false);
  });

  it('replaces one node per instance when one field changes', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`i${i}`, instance('chair')]));
    const document = scene({ ...CHAIR, ...many });
    const expansion = new Expansion();
    const before = expansion.update(document).document.nodes;
    const { seat } = document.nodes;
    const edited = {
      ...document,
      nodes: { ...document.nodes, seat: { ...seat, visible: false } as typeof seat },
    };
    const after = expansion.update(edited as SceneDocument, { nodes: new Set(['seat']) });
    const renewed = Object.keys(after.document.nodes).filter((id) => after.document.nodes[id] !== before[id]);
    expect(renewed).toHaveLength(1_000);
    expect(after.change?.nodes).toEqual(new Set(renewed));
    expect(Object.keys(after.document.nodes)).toHaveLength(3_000);
  });

  it('has a copy function for each kind that generates copies', () => {
    const document = scene(Object.fromEntries(nodeKindNames.map((kind) => [kind, { kind }])));
    const sources = {
      childrenOf: () => [],
      kindOf: () => undefined,
      nodeOf: () => undefined,
      parentOf: () => null,
      ties: { tiedTo: () => [] },
    };
    const makes = Object.entries(document.nodes).filter(([id, node]) => copiesOf({ id, node }, sources));
    expect(makes.map(([kind]) => kind)).toEqual(nodeKindNames.filter(isCopier));
  });
});

describe('An expansion of random scenes', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const node = fc
    .record({
      kind: fc.constantFrom(
        ...['box', 'group', 'component', 'instance', 'instance', 'annotation'],
        ...['repeat', 'repeat', 'path', 'wall', 'floor'],
      ),
      position: fc.constantFrom([0, 0, 0], [1, 0, 2]),
      parent: fc.option(id),
      index: fc.constantFrom('a0', 'a1', 'a2'),
      visible: fc.boolean(),
      component: fc.option(id, { freq: 5 }),
      values: fc.dictionary(
        fc.tuple(id, fc.option(id)).map(([a, b]) => `nodes/${b === null ? a : `${a}::${b}`}/visible`),
        fc.boolean(),
        { maxKeys: 3 },
      ),
      hides: fc.array(id, { maxLength: 2 }),
      repeat: fc.record({
        pattern: fc.constantFrom('linear', 'path', 'scatter'),
        count: fc.integer({ min: 1, max: 3 }),
        path: fc.option(id, { freq: 5 }),
        surface: fc.option(id, { freq: 5 }),
        jitterScale: fc.constantFrom(0, 0.5),
        maxSlope: fc.constant(3),
      }),
      end: fc.constantFrom([2, 0], [2, 2]),
    })
    .map(({ kind, component, values, hides, repeat, end, ...own }) => {
      const props: Record<string, object> = {
        instance: { component, values },
        annotation: { hides },
        repeat,
        wall: { start: [0, 0], end },
        floor: { walls: hides },
        path: { points: [[0, 0], end], closed: false },
      };
      return { ...own, kind, props: props[kind] ?? {} };
    });
  const nodes = fc.dictionary(id, node, { maxKeys: 8 });

  it.each([1_000, 12])('equals a full expansion after any edits, with a limit of %i', (limit) => {
    fc.assert(
      fc.property(
        nodes,
        fc.array(fc.array(fc.tuple(id, fc.option(node)), { maxLength: 3 }), { maxLength: 6 }),
        (start, edits) => {
          const expansion = new Expansion({ limit, fits: fitsNode });
          let document = scene(start);
          let shown = expansion.update(document).document;
          for (const edit of edits) {
            const next = { ...document.nodes };
            for (const [key, value] of edit) {
              delete next[key];
              const made = value && scene({ [key]: value }).nodes[key];
              if (made) {
                next[key] = made;
              }
            }
            document = { ...document, nodes: next };
            const before = shown.nodes;
            const updated = expansion.update(document, { nodes: new Set(edit.map(([key]) => key)) });
            shown = updated.document;
            const full = expandDocument(document, { limit, fits: fitsNode });
            expect(shown.nodes).toEqual(full.document.nodes);
            expect(expansion.isLimited).toBe(full.isLimited);
            for (const key of new Set([...Object.keys(before), ...Object.keys(shown.nodes)])) {
              if (before[key] !== shown.nodes[key]) {
                expect(updated.change?.nodes).toContain(key);
              }
            }
            const { parentOf } = resolveHierarchy(shown.nodes);
            expect([...parentOf].filter(([key, up]) => key.includes(':') && up === null)).toEqual([]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
