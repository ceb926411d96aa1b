import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { z } from 'zod';
import { SCENE_FORM } from './defaults.ts';
import { documentJsonSchema, emptyDocument, InvalidDocumentError, parseDocument } from './document.ts';
import { nodeKindNames, privatePropOf } from './nodes/kinds.ts';
import { fillStored, readStored, readStoredMaterial, toStored } from './stored.ts';
import { applyDocumentDiff, readDocument, sceneRoots, toYDoc } from './ydoc.ts';
import { readValue } from './ydoc-fields.ts';
import { validateTouched } from './ydoc-validate.ts';

/** A live document with a box, and unknown values of a newer release at every level. */
function writtenByNewer(): Y.Doc {
  const ydoc = toYDoc(
    parseDocument({
      nodes: { box: { kind: 'box' }, note: { kind: 'annotation' } },
      materials: { paint: {} },
    }),
  );
  const { nodes, materials, scene } = sceneRoots(ydoc);
  const at = (map: Y.Map<unknown>, id: string) => map.get(id) as Y.Map<unknown>;
  ydoc.transact(() => {
    scene.set('weather', 'rain');
    scene.set('environment.moon', { phase: 0.5 });
    scene.set('effects.antialiasing', 'smart');
    scene.set('__proto__.evil', 1);
    at(materials, 'paint').set('maps.dust', '/api/assets/dust');
    at(nodes, 'box').set('props.hollow', true);
    at(nodes, 'note').set('props.camera', { position: [1, 2, 3], target: [0, 0, 0], fov: 20 });
    nodes.set(
      'fountain',
      new Y.Map<unknown>([
        ['kind', 'fountain'],
        ['props.height', 3],
      ]),
    );
  });
  return ydoc;
}

const stored = () => {
  const ydoc = writtenByNewer();
  return toStored(ydoc, readDocument(ydoc));
};

describe('toStored', () => {
  it('keeps content of a newer release beside the known content', () => {
    expect(stored()).toMatchObject({
      weather: 'rain',
      environment: { moon: { phase: 0.5 }, exposure: 1 },
      effects: { antialiasing: 'smart' },
      materials: { paint: { maps: { dust: '/api/assets/dust', color: null } } },
      nodes: {
        box: { kind: 'box', props: { hollow: true, size: [1, 1, 1] } },
        note: { props: { camera: { fov: 20 } } },
        fountain: { kind: 'fountain', props: { height: 3 } },
      },
    });
    expect(JSON.stringify(stored())).not.toContain('evil');
  });

  it('keeps newer content only with the node or material that holds it', () => {
    const ydoc = writtenByNewer();
    applyDocumentDiff(ydoc, {
      ...readDocument(ydoc),
      ...parseDocument({
        nodes: { box: { kind: 'box' }, other: { kind: 'box' } },
        materials: { paint: {}, other: {} },
      }),
    });
    const { nodes, materials } = Object(toStored(ydoc, readDocument(ydoc)));
    expect([nodes.box.props.hollow, materials.paint.maps.dust]).toEqual([true, '/api/assets/dust']);
    expect([nodes.other.props, materials.other.maps]).toEqual([
      parseDocument({ nodes: { a: { kind: 'box' } } }).nodes.a?.props,
      parseDocument({ materials: { a: {} } }).materials.a?.maps,
    ]);
  });

  it('returns the document itself when all content is known', () => {
    const ydoc = toYDoc(parseDocument({ nodes: { a: { kind: 'box', name: 'One' } } }));
    const document = readDocument(ydoc);
    expect(toStored(ydoc, document)).toBe(document);
  });

  it('omits values that JSON cannot represent', () => {
    const ydoc = toYDoc(emptyDocument());
    const deep: unknown = JSON.parse('['.repeat(3_000) + ']'.repeat(3_000));
    sceneRoots(ydoc).scene.set('weather', 10n);
    sceneRoots(ydoc).scene.set('climate', deep);
    expect(toStored(ydoc, readDocument(ydoc))).toEqual(emptyDocument());
  });
});

describe('readStored', () => {
  it('reads the known part of a newer document and reports omissions', () => {
    const left: string[] = [];
    const read = readStored(stored(), (leftOut) => left.push(...leftOut.map(({ code }) => code)));
    expect(read).toEqual(readDocument(writtenByNewer()));
    expect(read.nodes.note?.props).toMatchObject({ camera: { position: [1, 2, 3], target: [0, 0, 0] } });
    expect(Object.keys(read.nodes)).toEqual(['box', 'note']);
    expect(read.effects.antialiasing).toBe('msaa');
    expect(parseDocument(read)).toEqual(read);
    expect(left).toContain('document.unknown-kind');
  });

  it('fills in defaults of newer fields', () => {
    expect(readStored({ effects: { bloom: { enabled: true } } })).toEqual(
      parseDocument({ effects: { bloom: { enabled: true } } }),
    );
  });

  it('rejects non-documents and future versions', () => {
    for (const input of [null, [], 'x', { version: 99 }]) {
      expect(() => readStored(input)).toThrow(InvalidDocumentError);
    }
  });

  it('reads materials in the same way', () => {
    expect(readStoredMaterial({ color: '#ff0000', glow: 1, maps: { dust: 'x' } })).toMatchObject({
      color: '#ff0000',
      maps: { color: null },
    });
  });
});

describe('fillStored', () => {
  it('fills in defaults of newer fields and omits unknown kinds for visitors', () => {
    const effects = { bloom: { enabled: true } };
    const old = { effects, nodes: { a: { kind: 'box', name: 'One', props: { size: [2, 2, 2] } } } };
    const newer = { moon: 'full', nodes: { ...old.nodes, well: { kind: 'well' } } };
    expect(fillStored({ ...old, ...newer })).toEqual(parseDocument(old));
  });

  it('omits private props of any kind, also in overrides, choices, states and keys', () => {
    const secret = '01900000-0000-7000-8000-00000000aaaa';
    const held = { library: { item: secret, version: 3, ids: { [`k-${secret}`]: 'box' } } };
    const kinds = nodeKindNames.filter((kind) => privatePropOf(kind) !== undefined);
    expect(kinds).toEqual(['component']);
    for (const kind of kinds) {
      const path = `nodes/a/props.${privatePropOf(kind)}`;
      const set = { [path]: held.library, 'nodes/a/name': 'Set' };
      const instance = { kind: 'instance', props: { component: 'a', values: set } };
      const stored = {
        nodes: { a: { kind, props: held }, b: instance, box: { kind: 'box', parent: 'a' } },
        options: { color: {} },
        choices: { red: { option: 'color', values: set } },
        states: { open: { values: set } },
        timelines: { t: {} },
        keys: { k: { timeline: 't', values: set } },
      };
      // The document is valid for its people.
      expect(JSON.stringify(readStored(stored))).toContain(secret);
      const shown = fillStored(stored);
      expect(JSON.stringify(shown)).not.toContain(secret);
      expect(shown.nodes.a?.props).toEqual({ library: null });
      expect(shown.states.open?.values).toEqual({ 'nodes/a/name': 'Set' });
    }
  });

  it('rejects non-documents and future versions', () => {
    for (const input of [null, [], 'x', { version: 99 }]) {
      expect(() => fillStored(input)).toThrow(InvalidDocumentError);
    }
  });
});

describe('readValue', () => {
  it('omits unknown members also in lists, else returns the default', () => {
    const field = {
      key: 'list',
      within: [],
      name: 'list',
      schema: z.array(z.strictObject({ a: z.number() })),
      fallback: [],
      form: null,
    };
    expect(readValue(field, [{ a: 1, b: 2 }, { a: 3 }])).toEqual([{ a: 1 }, { a: 3 }]);
    expect(readValue(field, [{ a: 'x', b: 2 }])).toEqual([]);
    expect(readValue(field, new Y.Map())).toEqual([]);
  });
});

describe('a live document with content of a newer release', () => {
  it('keeps that content when this release writes a whole document', () => {
    const ydoc = writtenByNewer();
    const next = structuredClone(readDocument(ydoc));
    next.unit = 'cm';
    applyDocumentDiff(ydoc, next);
    expect(readDocument(ydoc)).toEqual(next);
    expect(toStored(ydoc, readDocument(ydoc))).toEqual({ ...stored(), unit: 'cm' });
  });

  it('is validated by the release of the writing client', () => {
    const ydoc = writtenByNewer();
    const found = new Map<boolean, number>();
    ydoc.once('afterTransaction', (transaction: Y.Transaction) => {
      for (const isNewer of [true, false]) {
        found.set(isNewer, validateTouched(transaction, { isNewer }).length);
      }
    });
    ydoc.transact(() => {
      const { nodes, scene } = sceneRoots(ydoc);
      scene.set('weather', 'snow');
      scene.set('unit', 'parsec');
      nodes.set('well', new Y.Map([['kind', 'well']]));
    });
    expect([...found]).toEqual([
      [true, 0],
      [false, 3],
    ]);
  });
});

describe('SCENE_FORM', () => {
  it('increases whenever the document schema changes', () => {
    const text = JSON.stringify(documentJsonSchema());
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    expect(`${SCENE_FORM} ${digest}`).toBe('12 911b9065af29');
  });
});
