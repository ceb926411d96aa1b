import { describe, expect, it } from 'vitest';
import {
  documentJsonSchema,
  emptyDocument,
  InvalidDocumentError,
  type NodeOf,
  parseDocument,
} from './document.ts';
import { nodeDefs } from './nodes/index.ts';

function violationsOf(input: unknown) {
  try {
    parseDocument(input);
  } catch (error) {
    if (error instanceof InvalidDocumentError) {
      return error.violations.map(({ propertyPath, code }) => `${propertyPath} ${code}`);
    }
    throw error;
  }
  return [];
}

describe('parseDocument', () => {
  it('strips bidirectional control characters from texts, keeps right-to-left text', () => {
    const read = parseDocument({
      nodes: {
        a: { kind: 'annotation', name: '\u202Egnp.exe', props: { text: '\u2067שלום\u2069' } },
        b: { kind: 'text', props: { text: '\u202Eשלום' } },
      },
      materials: { m: { name: '\u202Bred' } },
    });
    expect(read.nodes.a).toMatchObject({ name: 'gnp.exe', props: { text: 'שלום' } });
    expect(read.nodes.b).toMatchObject({ props: { text: 'שלום' } });
    expect(read.materials.m?.name).toBe('red');
  });

  it('fills in every default', () => {
    expect(parseDocument({})).toEqual(emptyDocument());
    const { a } = parseDocument({ nodes: { a: { kind: 'box' } } }).nodes;
    expect(a).toEqual({
      kind: 'box',
      parent: null,
      index: 'a0',
      name: '',
      description: '',
      visible: true,
      locked: false,
      position: [0, 0, 0],
      rotation: [0, 0, 0, 1],
      scale: [1, 1, 1],
      material: null,
      props: { size: [1, 1, 1] },
    });
  });

  it('accepts every kind with only its name', () => {
    for (const { kind } of nodeDefs) {
      expect(parseDocument({ nodes: { n: { kind } } }).nodes.n?.kind).toBe(kind);
    }
  });

  it('returns its own output unchanged', () => {
    const once = parseDocument({
      materials: { red: { color: '#ff0000', maps: { normal: '/api/assets/1' } } },
      nodes: { a: { kind: 'torus', material: 'red' }, b: { kind: 'spotLight', parent: 'a' } },
    });
    expect(parseDocument(once)).toEqual(once);
  });

  it('reports the path and code of each violation', () => {
    expect(violationsOf({ nodes: { a: { kind: 'teapot' } } })).toEqual([
      'nodes.a.kind document.unknown-kind',
    ]);
    expect(violationsOf({ nodes: { a: { kind: 'box', colour: 1 } } })).toEqual([
      'nodes.a document.unknown-key',
    ]);
    expect(violationsOf({ nodes: { a: { kind: 'box', props: { size: [1, 2] } } } })).toEqual([
      'nodes.a.props.size document.invalid',
    ]);
    expect(violationsOf({ nodes: { 'a b': { kind: 'box' } } })).toEqual(['nodes.a b document.invalid']);
    expect(violationsOf({ nodes: { a: { kind: 'sphere', props: { radius: Number.NaN } } } })).toHaveLength(1);
    expect(violationsOf({ materials: { m: { color: 'red' } } })).toEqual([
      'materials.m.color document.invalid',
    ]);
    expect(violationsOf({ version: 999 })).toEqual(['version document.invalid']);
    expect(violationsOf(null)).toHaveLength(1);
  });

  it('distinguishes kinds by type', () => {
    const box: NodeOf<'box'>['props'] = { size: [1, 2, 3] };
    // @ts-expect-error a box has no radius
    const wrong: NodeOf<'box'>['props'] = { radius: 1 };
    expect(box).not.toEqual(wrong);
  });
});

describe('documentJsonSchema', () => {
  it('lists every kind', () => {
    const text = JSON.stringify(documentJsonSchema());
    for (const { kind } of nodeDefs) {
      expect(text).toContain(`"const":"${kind}"`);
    }
  });
});
