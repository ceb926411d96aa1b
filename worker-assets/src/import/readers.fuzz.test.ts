import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GltfJson } from '../output/gltf-io.ts';
import { readSkySize } from './convert-sky.ts';
import { checkGltfBudget } from './gltf-budget.ts';
import { parseGltfJson, readGlbContainer } from './gltf-container.ts';
import { ImportError } from './import-error.ts';

const RUNS = { numRuns: 2_000 };

/** Runs a reader of untrusted bytes. @returns the result or an `ImportError`; any other error is a bug. */
function readOrReason<Result>(read: () => Result): Result | ImportError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImportError) {
      return error;
    }
    throw error;
  }
}

/** A GLB with that JSON and a correct length. */
function glb(json: string): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(json);
  const bytes = new Uint8Array(20 + text.length);
  bytes.set(new TextEncoder().encode('glTF'));
  bytes.set(text, 20);
  const view = new DataView(bytes.buffer);
  view.setUint32(4, 2, true);
  view.setUint32(8, bytes.length, true);
  view.setUint32(12, text.length, true);
  view.setUint32(16, 0x4e4f534a, true);
  return bytes;
}

describe('the readers of hostile files', () => {
  it('read GLB files with changed bytes, or throw an ImportError', () => {
    const sound = glb('{"asset":{"version":"2.0"},"nodes":[{"name":"a"}]}');
    const change = fc.record({ at: fc.nat({ max: sound.length - 1 }), to: fc.nat({ max: 255 }) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), fc.nat({ max: sound.length }), (changes, cut) => {
        const bytes = sound.slice(0, sound.length - (cut % 8 === 0 ? cut : 0));
        for (const { at, to } of changes) {
          bytes[at % Math.max(1, bytes.length)] = to;
        }
        const read = readOrReason(() => readGlbContainer(bytes));
        expect(read instanceof ImportError || 'json' in read).toBe(true);
      }),
      RUNS,
    );
  });

  it('read any JSON as glTF, or throw an ImportError', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        const read = readOrReason(() => parseGltfJson(new TextEncoder().encode(json)));
        expect(read instanceof ImportError || 'asset' in read).toBe(true);
      }),
      RUNS,
    );
  });

  it('check the lists of any file, and reject an accessor larger than its data', () => {
    const value = fc.oneof(fc.integer(), fc.double(), fc.string({ maxLength: 8 }), fc.constant(null));
    const entry = fc.dictionary(
      fc.constantFrom('bufferView', 'count', 'type', 'componentType', 'byteLength', 'buffer', 'byteOffset'),
      value,
      { noNullPrototype: true },
    );
    const lists = fc.dictionary(
      fc.constantFrom(
        'accessors',
        'bufferViews',
        'buffers',
        'nodes',
        'meshes',
        'images',
        'skins',
        'animations',
      ),
      fc.oneof(fc.array(entry, { maxLength: 4 }), value),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(lists, (json) => {
        // Untrusted JSON has arbitrary types; the budget must check them.
        const hostile = { asset: { version: '2.0' }, ...json } as unknown as GltfJson;
        readOrReason(() => checkGltfBudget(hostile, [1_000]));
      }),
      RUNS,
    );
    const greedy = {
      asset: { version: '2.0' },
      accessors: [{ count: 4e8, type: 'VEC3', componentType: 5126 }],
    };
    expect(readOrReason(() => checkGltfBudget(greedy as unknown as GltfJson, [1_000]))).toBeInstanceOf(
      ImportError,
    );
  });

  it('return the size of a panorama from any header, or throw an error', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('#?RADIANCE\n', 'v/1\x01', ''),
        fc.uint8Array({ maxLength: 300 }),
        (start, rest) => {
          const bytes = Buffer.concat([Buffer.from(start, 'latin1'), rest]);
          try {
            const { width, height } = readSkySize(bytes);
            expect(Number.isInteger(width) && Number.isInteger(height)).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
            expect(error).not.toBeInstanceOf(TypeError);
          }
        },
      ),
      RUNS,
    );
  });
});
