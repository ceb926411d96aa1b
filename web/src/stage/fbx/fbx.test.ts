import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileSet } from '../file-set.ts';
import { RefusedError } from '../refused-error.ts';
import { cleanFbx } from './clean-fbx.ts';
import type { FbxFile, FbxNode } from './fbx-node.ts';
import { loadFbx } from './load-fbx.ts';
import { isBinaryFbx, readBinaryFbx } from './read-binary.ts';
import { readTextFbx } from './read-text.ts';
import { writeBinaryFbx } from './write-binary.ts';

const node = (name: string, values: FbxNode['values'], children: FbxNode[] = []): FbxNode => ({
  name,
  values,
  children,
});

const FILE: FbxFile = {
  version: 7400,
  nodes: [
    node(
      'Objects',
      [],
      [
        node('Geometry', [
          { kind: 'long', value: 9_007_199_254_740_993n },
          { kind: 'text', value: 'Größe\0\x01Geometry' },
          { kind: 'bool', value: true },
        ]),
        node('Vertices', [{ kind: 'd', values: Float64Array.of(0.1, -2e9) }]),
        node('Indices', [{ kind: 'i', values: Int32Array.of(0, -4) }]),
        node('Content', [{ kind: 'bytes', value: Uint8Array.of(1, 2, 3) }]),
        node('Scale', [
          { kind: 'int', value: -7 },
          { kind: 'double', value: 0.5 },
        ]),
      ],
    ),
    node('Takes', []),
  ],
};

describe('binary FBX', () => {
  it('is read back as written', () => {
    const bytes = new Uint8Array(writeBinaryFbx(FILE));
    expect(isBinaryFbx(bytes)).toBe(true);
    expect(readBinaryFbx(bytes)).toEqual(FILE);
  });

  it('is rejected without hanging when truncated anywhere', () => {
    const bytes = new Uint8Array(writeBinaryFbx(FILE));
    for (let length = 21; length < bytes.length - 160; length += 1) {
      expect(() => readBinaryFbx(bytes.subarray(0, length))).toThrow(RefusedError);
    }
  });
});

describe('text FBX', () => {
  it('is read with any layout', () => {
    const { nodes } = readTextFbx(
      'FBXVersion: 7400\r\nObjects: {\r\n Model: 5, "Model::A ""quoted",\r\n   "Mesh"\r\n {\r\n Shading: Y\n; a note {\n }\n}\nTakes: { }',
    );
    expect(nodes.map(({ name }) => name)).toEqual(['FBXVersion', 'Objects', 'Takes']);
    const [model] = nodes[1]?.children ?? [];
    expect(model?.values[0]).toEqual({ kind: 'int', value: 5 });
    expect(model?.children).toEqual([node('Shading', [{ kind: 'text', value: 'Y' }])]);
  });

  it('has integer arrays where all numbers are whole', () => {
    const { nodes } = readTextFbx(
      'FBXVersion: 7400\nA: *3 {\n\ta: 1,2,\n-3\n}\nB: *2 {\n\ta: 0.5,1e3\n}\nC: *0 {\n\ta: \n}',
    );
    expect(nodes.slice(1).map(({ values }) => values[0])).toEqual([
      { kind: 'i', values: Int32Array.of(1, 2, -3) },
      { kind: 'd', values: Float64Array.of(0.5, 1000) },
      { kind: 'i', values: Int32Array.of() },
    ]);
  });

  it('may contain comments anywhere, and old Mac line ends', () => {
    const text = 'FBXVersion: 7400 ; new\nA: *3 { ; three }\n a: 1,2, ; more\n3 }\nB: "a;b" ; text\nC: 5';
    for (const end of ['\n', '\r\n', '\r']) {
      const { nodes } = readTextFbx(text.replaceAll('\n', end));
      expect(nodes.slice(1).map(({ values }) => values)).toEqual([
        [{ kind: 'i', values: Int32Array.of(1, 2, 3) }],
        [{ kind: 'text', value: 'a;b' }],
        [{ kind: 'int', value: 5 }],
      ]);
    }
  });

  it('joins the base64 pieces of an embedded file', () => {
    const pieces = ['a', 'bcde', 'fg'].map((text) => `"${btoa(text)}"`).join(',\n');
    const { nodes } = readTextFbx(`FBXVersion: 7400\nContent: ,\n${pieces}\nAfter: 1`);
    expect(nodes[1]?.values).toEqual([{ kind: 'bytes', value: new TextEncoder().encode('abcdefg') }]);
    expect(nodes[2]?.name).toBe('After');
  });
});

it('text FBX in UTF-16 is opened', () => {
  const text =
    '\uFEFF; FBX 7.4.0 project file\nFBXHeaderExtension: {\n FBXVersion: 7400\n}\nObjects: {\n Model: 5, "Model::Größe", "Null" {\n }\n}\nConnections: {\n C: "OO",5,0\n}';
  const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
  expect(loadFbx(bytes.buffer, new FileSet([])).name).toBe('Größe');
});

describe('a damaged FBX', () => {
  /** Reads, cleans and writes a file; the only permitted error is a refusal with a message for users. */
  const survives = (read: () => FbxFile) => {
    try {
      const file = read();
      cleanFbx(file);
      writeBinaryFbx(file);
    } catch (error) {
      expect(error).toBeInstanceOf(RefusedError);
    }
  };
  const whole = new Uint8Array(writeBinaryFbx(FILE));
  const TEXT =
    'FBXVersion: 7400\nObjects: {\n Model: 5, "Model::A", "Mesh" {\n P: "x", 1.5,2\n a: *3 {\n a: 1,2,3\n } } }\nConnections: {\nC: "OO",5,0\n}';

  it('in binary form is read or rejected, for any bytes', () => {
    const change = fc.tuple(fc.integer({ min: 23, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const bytes = whole.slice();
        for (const [at, byte] of changes) {
          bytes[at] = byte;
        }
        survives(() => readBinaryFbx(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('in text form is read or rejected, for any characters', () => {
    const change = fc.tuple(
      fc.integer({ min: 16, max: TEXT.length - 1 }),
      fc.constantFrom(...'{}",*:;\n a1-.'),
    );
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const letters = [...TEXT];
        for (const [at, letter] of changes) {
          letters[at] = letter;
        }
        survives(() => readTextFbx(letters.join('')));
      }),
      { numRuns: 1000 },
    );
  });
});
