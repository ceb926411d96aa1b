import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { emptyDocument, parseDocument } from './document.ts';
import { LiveDocument } from './live-document.ts';
import type { SceneChange } from './scene-change.ts';
import { anyDocument } from './test/any-document.ts';
import { applyDocumentDiff, readDocument, sceneRoots, toYDoc } from './ydoc.ts';
import { validateTouched } from './ydoc-validate.ts';

const RUNS = { numRuns: 60, seed: 7 };

function withNode(kind: string, props: object = {}): Y.Doc {
  return toYDoc(parseDocument({ nodes: { n: { kind, props } } }));
}

function nodeMap(ydoc: Y.Doc, of = 'n'): Y.Map<unknown> {
  const map = sceneRoots(ydoc).nodes.get(of);
  if (!(map instanceof Y.Map)) {
    throw new Error(`no node ${of}`);
  }
  return map;
}

/** Two replicas of a document, and a function that syncs them. */
function twoPeople(start: Y.Doc) {
  const other = new Y.Doc();
  sceneRoots(other);
  const meet = () => {
    Y.applyUpdate(other, Y.encodeStateAsUpdate(start));
    Y.applyUpdate(start, Y.encodeStateAsUpdate(other));
  };
  meet();
  return { other, meet };
}

describe('the live document', () => {
  it('restores every stored document', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        expect(readDocument(toYDoc(document))).toEqual(document);
      }),
      RUNS,
    );
  });

  it('can be updated to any other document', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, (before, next) => {
        const ydoc = toYDoc(before);
        applyDocumentDiff(ydoc, next);
        expect(readDocument(ydoc)).toEqual(next);
      }),
      RUNS,
    );
  });

  it('writes nothing when nothing differs', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const ydoc = toYDoc(document);
        const before = Y.encodeStateVector(ydoc);
        applyDocumentDiff(ydoc, document);
        expect(Y.encodeStateVector(ydoc)).toEqual(before);
      }),
      RUNS,
    );
  });

  it('stores only differences from the defaults', () => {
    const ydoc = withNode('box', { size: [1, 2, 3] });
    expect(nodeMap(ydoc).toJSON()).toEqual({ kind: 'box', 'props.size': [1, 2, 3] });
    expect(nodeMap(withNode('sphere')).toJSON()).toEqual({ kind: 'sphere' });
    expect(sceneRoots(ydoc).scene.size).toBe(0);
  });

  it('merges concurrent changes of different properties of one node', () => {
    const ydoc = withNode('pointLight');
    const { other, meet } = twoPeople(ydoc);
    nodeMap(ydoc).set('props.intensity', 3);
    nodeMap(other).set('props.color', '#ff0000');
    nodeMap(other).set('position', [1, 2, 3]);
    meet();
    const merged = readDocument(ydoc);
    expect(merged).toEqual(readDocument(other));
    expect(merged.nodes.n).toMatchObject({ position: [1, 2, 3], props: { intensity: 3, color: '#ff0000' } });
  });

  it('keeps concurrent changes while a whole document is written', () => {
    const ydoc = withNode('pointLight');
    const { other, meet } = twoPeople(ydoc);
    nodeMap(other).set('props.intensity', 7);
    const next = structuredClone(readDocument(ydoc));
    next.unit = 'cm';
    applyDocumentDiff(ydoc, next);
    meet();
    expect(readDocument(ydoc).nodes.n?.props).toMatchObject({ intensity: 7 });
    expect(readDocument(ydoc).unit).toBe('cm');
  });

  it('strips bidirectional control characters from names', () => {
    const ydoc = toYDoc(parseDocument({ nodes: { a: { kind: 'box' } } }));
    (sceneRoots(ydoc).nodes.get('a') as Y.Map<unknown>).set('name', 'One\u202E');
    expect(readDocument(ydoc).nodes.a?.name).toBe('One');
  });

  it('ignores broken values', () => {
    const ydoc = withNode('box');
    const { nodes } = sceneRoots(ydoc);
    nodes.set('alien', new Y.Map([['kind', 'alien']]));
    nodes.set('text', 'no map');
    nodeMap(ydoc).set('position', 'nowhere');
    expect(readDocument(ydoc)).toEqual(readDocument(withNode('box')));
  });
});

describe('validateTouched', () => {
  function violationsOf(ydoc: Y.Doc, edit: () => void): string[] {
    const found: string[] = [];
    ydoc.once('afterTransaction', (transaction: Y.Transaction) => {
      found.push(...validateTouched(transaction).map(({ propertyPath, code }) => `${propertyPath} ${code}`));
    });
    ydoc.transact(edit);
    return found;
  }

  it('accepts every valid document', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, (before, next) => {
        const ydoc = toYDoc(before);
        expect(violationsOf(ydoc, () => applyDocumentDiff(ydoc, next))).toEqual([]);
      }),
      RUNS,
    );
  });

  it.each([
    ['an unknown key', 'nodes.n.colour document.unknown-key', (d: Y.Doc) => nodeMap(d).set('colour', 1)],
    ['an invalid value', 'nodes.n.position document.invalid', (d: Y.Doc) => nodeMap(d).set('position', [1])],
    [
      'a prop of another kind',
      'nodes.n.props.radius document.unknown-key',
      (d: Y.Doc) => nodeMap(d).set('props.radius', 1),
    ],
    ['an unknown kind', 'nodes.n.kind document.unknown-kind', (d: Y.Doc) => nodeMap(d).set('kind', 'alien')],
    ['a node that is not a map', 'nodes.x document.invalid', (d: Y.Doc) => sceneRoots(d).nodes.set('x', 1)],
    [
      'an invalid id',
      'nodes.a b document.invalid',
      (d: Y.Doc) => sceneRoots(d).nodes.set('a b', new Y.Map([['kind', 'box']])),
    ],
    ['an unknown scene key', 'evil document.unknown-key', (d: Y.Doc) => sceneRoots(d).scene.set('evil', 1)],
    ['an unknown root', ' document.unknown-key', (d: Y.Doc) => d.getArray('more').push([1])],
    [
      'a list in place of a map',
      ' document.unknown-key',
      (d: Y.Doc) => {
        const foreign = new Y.Doc();
        foreign.getArray('nodes').push([1]);
        Y.applyUpdate(d, Y.encodeStateAsUpdate(foreign));
      },
    ],
    [
      'a nested shared type',
      'nodes.n.position document.invalid',
      (d: Y.Doc) => nodeMap(d).set('position', new Y.Array()),
    ],
  ])('reports %s', (_what, expected, edit) => {
    const ydoc = withNode('box');
    expect(violationsOf(ydoc, () => edit(ydoc))).toContain(expected);
  });
});

describe('LiveDocument', () => {
  it('equals the whole document after any change', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, (before, next) => {
        const ydoc = toYDoc(before);
        const live = new LiveDocument(ydoc);
        applyDocumentDiff(ydoc, next);
        expect(live.document).toEqual(readDocument(ydoc));
        live.dispose();
      }),
      RUNS,
    );
  });

  it('re-reads only changed nodes and reports them', () => {
    const ydoc = toYDoc(
      parseDocument({ nodes: { a: { kind: 'box' }, b: { kind: 'box' } }, materials: { m: {} } }),
    );
    const live = new LiveDocument(ydoc);
    const before = live.document;
    const changes: SceneChange[] = [];
    live.subscribe((_document, change) => changes.push(change));
    nodeMap(ydoc, 'a').set('name', 'first');
    expect(live.document.nodes.a?.name).toBe('first');
    expect(live.document.nodes.b).toBe(before.nodes.b);
    expect(live.document.materials).toBe(before.materials);
    expect(changes).toMatchObject([{ nodes: new Set(['a']), materials: new Set(), scene: false }]);
    sceneRoots(ydoc).nodes.delete('b');
    expect(Object.keys(live.document.nodes)).toEqual(['a']);
  });

  it('starts from an empty Y.Doc', () => {
    expect(new LiveDocument(new Y.Doc()).document).toEqual(emptyDocument());
  });
});
