import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { resolveScene } from '@diorama/shared/scene/resolve.ts';
import fc from 'fast-check';
import { Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { SceneGraph } from './graph.ts';

type Nodes = SceneDocument['nodes'];
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const nodesOf = (nodes: object): Nodes => parseDocument({ nodes }).nodes;
const small = fc.integer({ min: -3, max: 3 });

const anyNodes = fc
  .dictionary(
    id,
    fc.record({
      kind: fc.constantFrom('group', 'box'),
      parent: fc.option(id),
      visible: fc.boolean(),
      position: fc.tuple(small, small, small),
    }),
  )
  .map(nodesOf);

function positionOf(graph: SceneGraph, node: string): number[] {
  return new Vector3().setFromMatrixPosition(graph.placementOf(node)?.world ?? new Matrix4()).toArray();
}

describe('SceneGraph', () => {
  it('places every node like resolveScene, for any sequence of documents', () => {
    fc.assert(
      fc.property(fc.array(anyNodes, { minLength: 1, maxLength: 4 }), (sequence) => {
        const graph = new SceneGraph();
        for (const nodes of sequence) {
          graph.update(nodes);
          for (const { id: node, world, visible } of resolveScene({ ...parseDocument({}), nodes }).values()) {
            expect(graph.placementOf(node)).toEqual({ world, visible });
          }
        }
        const last = Object.keys(sequence.at(-1) ?? {});
        expect(['a', 'b', 'c', 'd', 'e'].filter((node) => graph.placementOf(node)).sort()).toEqual(
          last.sort(),
        );
      }),
      { numRuns: 100, seed: 5 },
    );
  });

  it('separates removed, rebuilt and moved nodes', () => {
    const graph = new SceneGraph();
    const before = nodesOf({
      a: { kind: 'group' },
      b: { kind: 'box', parent: 'a' },
      c: { kind: 'box' },
      d: { kind: 'box' },
    });
    expect(graph.update(before).rebuilt.sort()).toEqual(['a', 'b', 'c', 'd']);
    const { c: _gone, ...kept } = before;
    const after: Nodes = {
      ...kept,
      ...nodesOf({
        a: { kind: 'group', position: [1, 0, 0] },
        d: { kind: 'box', props: { size: [2, 2, 2] } },
      }),
    };
    expect(graph.update(after)).toEqual({ removed: ['c'], rebuilt: ['d'], moved: ['a', 'b'] });
  });

  it('reports no change when only names, locks or order differ', () => {
    const graph = new SceneGraph();
    graph.update(nodesOf({ a: { kind: 'box' } }));
    const change = graph.update(nodesOf({ a: { kind: 'box', name: 'Door', locked: true, index: 'a5' } }));
    expect(change).toEqual({ removed: [], rebuilt: [], moved: [] });
  });

  it('moves a child of a removed parent to the root', () => {
    const graph = new SceneGraph();
    const nodes = nodesOf({ a: { kind: 'group', position: [5, 0, 0] }, b: { kind: 'box', parent: 'a' } });
    graph.update(nodes);
    const { a: _gone, ...orphan } = nodes;
    expect(graph.update(orphan, ['a'])).toEqual({ removed: ['a'], rebuilt: [], moved: ['b'] });
    expect(positionOf(graph, 'b')).toEqual([0, 0, 0]);
  });

  it('applies a preview to a node and its descendants, and reverts it', () => {
    const graph = new SceneGraph();
    graph.update(
      nodesOf({
        a: { kind: 'group' },
        b: { kind: 'box', parent: 'a', position: [0, 1, 0] },
        c: { kind: 'box' },
      }),
    );
    const moved = graph.setPreview(new Map([['a', new Matrix4().makeTranslation(7, 0, 0)]]));
    expect(moved.sort()).toEqual(['a', 'b']);
    expect(positionOf(graph, 'b')).toEqual([7, 1, 0]);
    expect(graph.setPreview(new Map()).sort()).toEqual(['a', 'b']);
    expect(positionOf(graph, 'b')).toEqual([0, 1, 0]);
  });

  it('overrides the visibility of nodes and descendants, and restores the document’s visibility', () => {
    const graph = new SceneGraph();
    const { nodes } = parseDocument({
      nodes: {
        g: { kind: 'group' },
        a: { kind: 'box', parent: 'g' },
        b: { kind: 'box', visible: false },
        c: { kind: 'box' },
      },
    });
    graph.update(nodes);
    const setVisibilityOverrides = (hidden: string[], shown: string[] = []) =>
      graph.setVisibilityOverrides({ hidden: new Set(hidden), shown: new Set(shown) }).sort();
    const seen = () => ['g', 'a', 'b', 'c'].filter((id) => graph.placementOf(id)?.visible);
    expect(setVisibilityOverrides(['g', 'b'])).toEqual(['a', 'b', 'g']);
    expect(seen()).toEqual(['c']);
    // Hidden nodes are not placed again.
    expect(setVisibilityOverrides(['g'])).toEqual(['b']);
    setVisibilityOverrides(['g'], ['b', 'a']);
    expect(seen()).toEqual(['b', 'c']);
    setVisibilityOverrides([]);
    expect(seen()).toEqual(['g', 'a', 'c']);
  });
});
