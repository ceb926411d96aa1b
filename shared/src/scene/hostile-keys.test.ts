import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { diffDocuments } from './diff.ts';
import { InvalidDocumentError, parseDocument, type SceneDocument } from './document.ts';
import { resolveHierarchy, resolveScene } from './resolve.ts';
import { fillStored, readStored, toStored } from './stored.ts';
import { isSceneId } from './values.ts';
import { readDocument, sceneRoots, toYDoc } from './ydoc.ts';
import { validateTouched } from './ydoc-validate.ts';

const PROTOTYPE_KEYS = Object.getOwnPropertyNames(Object.prototype);
const hostile = fc.oneof(
  fc.constantFrom(...PROTOTYPE_KEYS),
  fc.constantFrom('', 'a b', 'a.b', '../x', 'x'.repeat(41), 'ä', '__proto__.x', '%00', 'a\0'),
);
const RUNS = { numRuns: 200, seed: 28 };

/** A document as an older release may have stored it, with an own property of a hostile key. */
function withMember(key: string, place: 'nodes' | 'materials'): Record<string, unknown> {
  const member = place === 'nodes' ? { kind: 'box', name: 'hostile' } : { name: 'hostile' };
  const members = JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(member)}}`);
  return { nodes: { good: { kind: 'box', name: 'good' } }, [place]: members };
}

describe('prototype keys and invalid ids', () => {
  it('are rejected or dropped as ids of a submitted document', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('nodes' as const, 'materials' as const), (key, place) => {
        expect(isSceneId(key)).toBe(false);
        // zod leaves `__proto__` out of records.
        const isLeftOut = key === '__proto__';
        const parse = () => parseDocument(withMember(key, place));
        if (isLeftOut) {
          expect(Object.keys(parse()[place])).not.toContain(key);
        } else {
          expect(parse).toThrow(InvalidDocumentError);
        }
      }),
      RUNS,
    );
  });

  it('are omitted when a stored document is read for users or visitors', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('nodes' as const, 'materials' as const), (key, place) => {
        for (const read of [readStored, fillStored]) {
          const document = read(withMember(key, place));
          expect(Object.hasOwn(document[place], key)).toBe(false);
          expect(resolveScene(document).size).toBe(Object.keys(document.nodes).length);
        }
      }),
      RUNS,
    );
  });

  it('are rejected in a live document and omitted from its JSON', () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), (key, isNewer) => {
        const ydoc = toYDoc(parseDocument({ nodes: { good: { kind: 'box' } } }));
        const { nodes, materials } = sceneRoots(ydoc);
        let violations = 0;
        ydoc.once('afterTransaction', (transaction: Y.Transaction) => {
          violations = validateTouched(transaction, { isNewer }).length;
        });
        ydoc.transact(() => {
          nodes.set(key, new Y.Map([['kind', 'box']]));
          materials.set(key, new Y.Map([['name', 'hostile']]));
        });
        expect(violations).toBe(2);
        const document = readDocument(ydoc);
        expect([Object.keys(document.nodes), Object.keys(document.materials)]).toEqual([['good'], []]);
        expect(Object.keys(Object(toStored(ydoc, document)).nodes)).toEqual(['good']);
      }),
      RUNS,
    );
  });

  it('are compared like any other key', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROTOTYPE_KEYS.filter((key) => key !== '__proto__')), (key) => {
        const before = parseDocument({ nodes: { good: { kind: 'box' } } });
        const { good } = before.nodes;
        const after = { ...before, nodes: { ...before.nodes, [key]: good } } as SceneDocument;
        expect(diffDocuments(before, after)).toMatchObject({ added: [key], removed: [], changed: [] });
        expect(diffDocuments(after, before)).toMatchObject({ added: [], removed: [key], changed: [] });
        expect(diffDocuments(after, after)).toMatchObject({ added: [], removed: [], changed: [] });
        expect([...resolveHierarchy(after.nodes).parentOf.keys()]).toEqual(['good', key]);
      }),
      RUNS,
    );
  });

  it('are rejected as parents and materials of nodes', () => {
    for (const key of PROTOTYPE_KEYS) {
      const raw = { nodes: { good: { kind: 'box', parent: key, material: key } } };
      expect(() => parseDocument(raw), key).toThrow(InvalidDocumentError);
      expect(readStored(raw).nodes.good, key).toMatchObject({ parent: null, material: null });
      expect(fillStored(raw).nodes.good, key).toMatchObject({ parent: null, material: null });
    }
  });
});

describe('content announced by a newer release', () => {
  const writtenAs = (isNewer: boolean, write: (nodes: Y.Map<unknown>, scene: Y.Map<unknown>) => void) => {
    const ydoc = toYDoc(parseDocument({ nodes: { note: { kind: 'annotation' } } }));
    const { nodes, scene } = sceneRoots(ydoc);
    let violations: string[] = [];
    ydoc.once('afterTransaction', (transaction: Y.Transaction) => {
      violations = validateTouched(transaction, { isNewer }).map(({ propertyPath }) => propertyPath);
    });
    ydoc.transact(() => write(nodes, scene));
    return { ydoc, violations };
  };
  const note = (nodes: Y.Map<unknown>) => nodes.get('note') as Y.Map<unknown>;
  // The URL is assembled so that no linter reports it as a script URL.
  const SCRIPT = ['javascript', 'alert(1)'].join(':');

  it('is still validated for known keys', () => {
    const { ydoc, violations } = writtenAs(true, (nodes, scene) => {
      note(nodes).set('props.link', SCRIPT);
      note(nodes).set('position', 'everywhere');
      note(nodes).set('props.tomorrow', { deep: true });
      scene.set('effects.antialiasing', 'smart');
    });
    expect(violations.toSorted()).toEqual(['nodes.note.position', 'nodes.note.props.link']);
    expect(JSON.stringify(readDocument(ydoc))).not.toContain(SCRIPT);
  });

  it('is never sent to visitors', () => {
    const { ydoc } = writtenAs(true, (nodes, scene) => {
      note(nodes).set('props.link', SCRIPT);
      note(nodes).set('props.image', SCRIPT);
      note(nodes).set('props.tomorrow', SCRIPT);
      note(nodes).set('later', SCRIPT);
      nodes.set(
        'well',
        new Y.Map([
          ['kind', 'well'],
          ['props.href', SCRIPT],
        ]),
      );
      scene.set('weather', SCRIPT);
    });
    const stored = toStored(ydoc, readDocument(ydoc));
    for (const read of [readStored, fillStored]) {
      const served = JSON.stringify(read(stored));
      expect(served).not.toContain('javascript');
      expect(served).not.toContain('well');
    }
  });
});
