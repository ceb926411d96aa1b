import fc from 'fast-check';
import { Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { parseDocument, type SceneDocument } from './document.ts';
import {
  childrenOf,
  resolveHierarchy,
  resolveScene,
  withDescendants,
  withoutNested,
  worldMatrix,
} from './resolve.ts';
import { placeSiblings } from './sibling-order.ts';

const RUNS = { numRuns: 100, seed: 11 };
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'Constructor');
const parents = fc.dictionary(id, fc.option(id), { minKeys: 1 });

function documentOf(nodes: Record<string, object>): SceneDocument {
  return parseDocument({
    nodes: Object.fromEntries(Object.entries(nodes).map(([key, node]) => [key, { kind: 'group', ...node }])),
  });
}

function withParents(links: Record<string, string | null>, order = Object.keys(links)): SceneDocument {
  return documentOf(Object.fromEntries(order.map((key) => [key, { parent: links[key] ?? null }])));
}

describe('resolveHierarchy', () => {
  it('reaches every node exactly once for any parents', () => {
    fc.assert(
      fc.property(parents, (links) => {
        const { nodes } = withParents(links);
        const hierarchy = resolveHierarchy(nodes);
        const reached = withDescendants(hierarchy, childrenOf(hierarchy, null));
        expect([...reached].sort()).toEqual(Object.keys(links).sort());
      }),
      RUNS,
    );
  });

  it('does not depend on the order of nodes', () => {
    fc.assert(
      fc.property(parents, (links) => {
        const forward = resolveHierarchy(withParents(links).nodes);
        const backward = resolveHierarchy(withParents(links, Object.keys(links).reverse()).nodes);
        expect(new Map([...backward.parentOf].sort())).toEqual(new Map([...forward.parentOf].sort()));
        for (const parent of [null, ...Object.keys(links)]) {
          expect(childrenOf(backward, parent)).toEqual(childrenOf(forward, parent));
        }
      }),
      RUNS,
    );
  });

  it('breaks a cycle at its smallest id and moves orphans to the root', () => {
    const { parentOf } = resolveHierarchy(withParents({ c: 'b', b: 'a', a: 'c', x: 'gone', y: 'y' }).nodes);
    expect(Object.fromEntries(parentOf)).toEqual({ c: 'b', b: 'a', a: null, x: null, y: null });
  });

  it('sorts siblings by index, then by id', () => {
    const document = documentOf({
      z: { index: 'a0' },
      b: { index: 'a1' },
      a: { index: 'a1' },
      c: { index: 'Zz' },
    });
    expect(childrenOf(resolveHierarchy(document.nodes), null)).toEqual(['c', 'z', 'a', 'b']);
  });

  it('finds descendants and the outermost nodes of a selection', () => {
    const hierarchy = resolveHierarchy(withParents({ a: null, b: 'a', c: 'b', d: null }).nodes);
    expect(withDescendants(hierarchy, ['b', 'a', 'gone'])).toEqual(['b', 'c', 'a']);
    expect(withoutNested(hierarchy, ['c', 'a', 'd', 'gone'])).toEqual(['a', 'd']);
  });
});

describe('resolveScene', () => {
  it('multiplies transforms and hides children of hidden nodes', () => {
    const document = documentOf({
      a: { position: [1, 0, 0], scale: [2, 2, 2], visible: false },
      b: { parent: 'a', position: [0, 3, 0] },
    });
    const b = resolveScene(document).get('b');
    expect(new Vector3().setFromMatrixPosition(b?.world ?? new Matrix4()).toArray()).toEqual([1, 6, 0]);
    expect(b?.visible).toBe(false);
    expect(b?.depth).toBe(1);
    const alone = worldMatrix(document, resolveHierarchy(document.nodes), 'b');
    expect(alone.elements).toEqual(b?.world.elements);
  });

  it('accepts rotations of any length', () => {
    const document = documentOf({ a: { rotation: [0, 0, 0, 0.5] }, b: { rotation: [0, 0, 0, 0] } });
    const resolved = resolveScene(document);
    expect(resolved.get('a')?.world.elements).toEqual(new Matrix4().elements);
    expect(resolved.get('b')?.world.elements).toEqual(new Matrix4().elements);
  });
});

describe('placeSiblings', () => {
  it('places between any neighbors, moving siblings with equal keys', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a0', 'a1', 'a0V', 'Zz')),
        fc.nat(),
        fc.integer({ min: 1, max: 4 }),
        (keys, n, count) => {
          const siblings = keys.sort().map((index, i) => ({ id: `n${i}`, index }));
          const at = n % (siblings.length + 1);
          const { placed, moved } = placeSiblings(siblings, at, count);
          const movedTo = new Map(moved.map((sibling) => [sibling.id, sibling.index]));
          const after = siblings.map((sibling) => movedTo.get(sibling.id) ?? sibling.index);
          expect(placed).toHaveLength(count);
          const sequence = [...after.slice(at - 1, at), ...placed, ...after.slice(at)];
          expect(new Set(sequence.slice(0, count + 1)).size).toBe(Math.min(count + 1, sequence.length));
          expect(sequence).toEqual([...sequence].sort());
        },
      ),
      RUNS,
    );
  });
});
