import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { BoxGeometry } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { readGlbContainer } from './gltf-container.ts';
import { emptyReport } from './report.ts';
import { smallerOriginal } from './reuse-original.ts';

/** Input of the decision, with the original as bytes. */
type Candidate = Omit<Parameters<typeof smallerOriginal>[0], 'bytes' | 'read'> & {
  original: Uint8Array<ArrayBuffer>;
};

async function isKept({ original, ...candidate }: Candidate): Promise<boolean> {
  const read = () => Promise.resolve(original);
  const found = await smallerOriginal({ ...candidate, bytes: original.length, read });
  expect(found === null || found === original).toBe(true);
  return found !== null;
}

/** A candidate that is kept: valid, not repaired, and smaller than its optimised form. */
let kept: Candidate;
beforeAll(async () => {
  const builder = new ModelBuilder();
  builder.place('Box', builder.mesh('Box', new BoxGeometry(), builder.material('Paint')));
  const original = new Uint8Array(await (await createGltfIo()).writeGlb(builder.document));
  const { json } = readGlbContainer(original);
  const optimized = grown(original);
  kept = { original, json, report: emptyReport(), slots: ['Paint'], optimized };
});

/** Appends noise to the bytes, so that they are larger also when compressed. */
function grown(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const noise = Array.from({ length: 500 }, (_, i) => Math.imul(i + 1, 2_654_435_761) >>> 24);
  return Uint8Array.of(...bytes, ...noise);
}

describe('a GLB', () => {
  it('is not read if it is many times larger than its optimized version', async () => {
    const read = () => Promise.reject(new Error('It was read'));
    const bytes = kept.optimized.length * 5;
    expect(await smallerOriginal({ ...kept, bytes, read })).toBeNull();
  });

  it('is kept as uploaded if it is valid and the import makes it larger', async () => {
    expect(await isKept(kept)).toBe(true);
  });

  it('is kept as uploaded if the import does not change its size', async () => {
    expect(await isKept({ ...kept, optimized: kept.original })).toBe(true);
  });

  const changes: [string, (from: Candidate) => Partial<Candidate>][] = [
    ['the import makes it smaller', ({ original }) => ({ optimized: original.slice(0, -200) })],
    [
      'something was mended',
      ({ report }) => ({ report: { ...report, warnings: [importMessage('repaired.normals')] } }),
    ],
    ['a material got another name', () => ({ slots: ['Paint 2'] })],
    ['a material went', () => ({ slots: [] })],
    [
      'it needs what viewers do not read',
      ({ json }) => ({ json: { ...json, extensionsUsed: ['KHR_draco_mesh_compression'] } }),
    ],
    ['it has two scenes', ({ json }) => ({ json: { ...json, scenes: [{ nodes: [] }, { nodes: [] }] } })],
    ['it has no scene', ({ json }) => ({ json: { ...json, scenes: [] } })],
    [
      'a picture lies elsewhere',
      ({ json }) => ({ json: { ...json, images: [{ uri: 'https://example.com/a.png' }] } }),
    ],
    ['something follows its end', ({ original }) => ({ original: Uint8Array.of(...original, 0, 0, 0, 0) })],
    ['the validator finds an error in it', ({ original }) => ({ original: broken(original) })],
  ];

  it.each(changes)('is not kept when %s', async (_, change) => {
    expect(await isKept({ ...kept, ...change(kept) })).toBe(false);
  });
});

/** The same file with an accessor of an invalid type. */
function broken(glb: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = Buffer.from(glb).indexOf('"VEC3"');
  const copy = Uint8Array.from(glb);
  copy.set(Buffer.from('"VEX3"'), at);
  return copy;
}
