import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { IMPORT_PROGRESS } from '@diorama/shared/domain/import-queue.ts';
import { glbOf } from '@diorama/stack/test/tiny-files.ts';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import {
  gltfWithBuffer,
  gltfWithPicture,
  HOSTILE_ARCHIVES,
  HOSTILE_MODELS,
  TRIANGLE,
} from '../test/hostile-files.ts';
import { importForTest } from '../test/import-for-test.ts';
import { skinnedDocument, solidPng, texturedDocument } from '../test/sample-documents.ts';
import { hasSamples, readSample } from '../test/samples.ts';
import { ConversionPool } from './conversion-pool.ts';
import type { ImportedModel, ImportedPicture } from './import-file.ts';

let pool: ConversionPool;
let canary: Server;
let canaryHits = 0;
beforeAll(async () => {
  pool = await ConversionPool.create({ size: 1 });
  canary = createServer((_, response) => {
    canaryHits += 1;
    response.end(TRIANGLE);
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  pool?.close();
  canary?.close();
});

type Imported = (ImportedModel | ImportedPicture) & { bytes: (path: string) => Uint8Array };

/** Imports bytes under a name and returns the resulting files. */
async function importBytes(
  bytes: Uint8Array,
  options: { name?: string; expects?: 'model' | 'picture'; onProgress?: (percent: number) => void } = {},
): Promise<Imported> {
  return await importForTest(pool, { bytes, ...options }, async (imported) => {
    const paths =
      imported.kind === 'model' ? [imported.glb, imported.mobile] : [imported.main, imported.thumbnail];
    const read = new Map<string, Uint8Array>();
    for (const made of paths.filter((candidate) => candidate !== null)) {
      read.set(made, await readFile(made));
    }
    return { ...imported, bytes: (made: string) => read.get(made) ?? new Uint8Array() };
  });
}

async function importModel(bytes: Uint8Array): Promise<ImportedModel & { bytes: Imported['bytes'] }> {
  const imported = await importBytes(bytes);
  if (imported.kind !== 'model') {
    throw new Error('It became no model');
  }
  return imported;
}

function reportOf(part: Partial<ImportReport>): ImportReport {
  return { converted: [], resized: [], merged: [], dropped: [], missing: [], warnings: [], ...part };
}

describe('a hostile file', () => {
  it.each([...HOSTILE_MODELS, ...HOSTILE_ARCHIVES])(
    'is rejected with a reason: $name',
    async ({ bytes, reason }) => {
      await expect(importBytes(bytes())).rejects.toMatchObject({
        name: 'ImportError',
        code: expect.stringMatching(/^import\.(failed|format)$/),
        message: expect.stringMatching(reason),
      });
    },
  );

  it.each([
    ['a local file by URL', 'file:///etc/hostname'],
    ['a path outside the folder', '../../../../../../etc/hostname'],
    ['an absolute path', '/etc/hostname'],
  ])('does not receive %s as its geometry', async (_, uri) => {
    await expect(importBytes(gltfWithBuffer(uri))).rejects.toMatchObject({ code: 'import.files-missing' });
  });

  it('causes no request to an address that it names', async () => {
    const { port } = canary.address() as AddressInfo;
    const uri = `http://127.0.0.1:${port}/triangle.bin`;
    await expect(importBytes(gltfWithBuffer(uri))).rejects.toMatchObject({ code: 'import.files-missing' });
    expect((await importModel(gltfWithPicture(uri))).report.missing).toEqual(['triangle.bin']);
    expect(canaryHits).toBe(0);
  });
});

describe('a child that dies during an import', () => {
  /** Imports a file that takes time to unpack, and kills its child meanwhile. */
  const endWith = async (signal: NodeJS.Signals) => {
    const slow = importBytes(zipSync({ 'model.obj': new Uint8Array(250_000_000) }, { level: 1 }));
    const outcome = slow.catch((error: unknown) => error);
    await expect.poll(() => pool.busyPids(), { timeout: 240_000, interval: 10 }).not.toEqual([]);
    for (const pid of pool.busyPids()) {
      process.kill(pid, signal);
    }
    return outcome;
  };

  it('fails only that file', { tags: ['full'] }, async () => {
    expect(await endWith('SIGABRT')).toMatchObject({ code: 'import.failed', of: 'crash' });
    expect((await importModel(gltfWithPicture('none.png'))).description.triangles).toBe(1);
  });

  it('is reported as out of memory after SIGKILL', async () => {
    expect(await endWith('SIGKILL')).toMatchObject({
      message: expect.stringContaining('too large when unpacked'),
    });
  });
});

describe('a glTF file', () => {
  it('reports increasing progress from reading to the last picture', async () => {
    const io = await createGltfIo();
    const told: number[] = [];
    await importBytes(await io.writeGlb(await texturedDocument('MASK')), {
      onProgress: (percent) => told.push(percent),
    });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    const { unpacked, read, written } = IMPORT_PROGRESS;
    expect([told[0], told.at(-1)]).toEqual([unpacked, written]);
    expect(told).toContain(read);
    expect(told.filter((percent) => percent > read && percent < written).length).toBeGreaterThan(4);
  });

  it('is imported without its pictures, which the report lists', async () => {
    const { report, description } = await importModel(gltfWithPicture('textures/wood%20dark.png'));
    const dropped = [importMessage('lost.material-pictures', { name: 'Material' })];
    expect(report).toEqual(reportOf({ missing: ['wood dark.png'], dropped }));
    expect(description).toMatchObject({ triangles: 1, bounds: { min: [0, 0, 0], max: [1, 1, 0] } });
  });

  it('fails without its geometry, and names the missing file', async () => {
    await expect(importBytes(gltfWithBuffer('house.bin'))).rejects.toMatchObject({
      code: 'import.files-missing',
      message: expect.stringContaining('house.bin'),
    });
  });

  it('finds its files in an archive, by path and by bare name', async () => {
    const png = await solidPng(8, '#ff0000');
    const gltf = JSON.parse(new TextDecoder().decode(gltfWithPicture('..\\Textures\\RED.PNG')));
    gltf.buffers = [{ uri: 'data/a%20b.bin', byteLength: 36 }];
    const archive = zipSync({
      'house/house.gltf': strToU8(JSON.stringify(gltf)),
      'house/data/a b.bin': TRIANGLE,
      'pictures/red.png': png,
      '__MACOSX/house/._house.gltf': strToU8('litter'),
    });
    const model = await importModel(archive);
    expect(model.report).toEqual(reportOf({ warnings: [importMessage('repaired.texture-coordinates')] }));
    const document = await (await createGltfIo()).readGlb(model.bytes(model.glb));
    expect(document.getRoot().listTextures()).toHaveLength(1);
  });

  it('keeps skins and animations, and has the bounds of its joints', async () => {
    const io = await createGltfIo();
    const model = await importModel(await io.writeGlb(skinnedDocument()));
    await assertValidGlb(model.bytes(model.glb));
    await assertValidGlb(model.bytes(model.mobile));
    expect(model.description.animations).toEqual([{ name: 'Move', seconds: 1 }]);
    const { min, max } = model.description.bounds;
    expect([...min, ...max].map((value) => Math.round(value * 100) / 100 + 0)).toEqual([10, 0, 0, 11, 1, 0]);
  });

  it('has a unique name for each material, which is its slot', async () => {
    const gltf = JSON.parse(new TextDecoder().decode(gltfWithPicture('none.png')));
    const [primitive] = gltf.meshes[0].primitives;
    gltf.materials = [{ name: 'Red' }, { name: 'Red' }, {}];
    gltf.meshes[0].primitives = [0, 1, 2].map((material) => ({ ...primitive, material }));
    const { description } = await importModel(strToU8(JSON.stringify(gltf)));
    expect(description.slots).toEqual(['Red', 'Red 2', 'Material']);
  });

  it('is repaired if it has out-of-range indices or NaN positions', async () => {
    const positions = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, Number.NaN, 0).buffer);
    const indices = new Uint8Array(Uint16Array.of(0, 1, 2, 0, 1, 99).buffer);
    const model = await importModel(
      glbOf(
        {
          asset: { version: '2.0' },
          scenes: [{ nodes: [0] }],
          nodes: [{ mesh: 0 }],
          meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
          buffers: [{ byteLength: 48 }],
          bufferViews: [
            { buffer: 0, byteLength: 36 },
            { buffer: 0, byteOffset: 36, byteLength: 12 },
          ],
          accessors: [
            { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
            { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
          ],
        },
        new Uint8Array([...positions, ...indices]),
      ),
    );
    expect(model.description.triangles).toBe(1);
    expect(model.report.warnings).toHaveLength(2);
    await assertValidGlb(model.bytes(model.glb));
  });
});

describe('a picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('stays unchanged in format %s', async (format) => {
    const bytes = await sharp(await solidPng(600, '#336699'))
      .toFormat(format)
      .toBuffer();
    const picture = await importBytes(new Uint8Array(bytes), { expects: 'picture' });
    expect(picture).toMatchObject({ kind: 'picture', main: null, mimeType: `image/${format}` });
    const thumbnail = picture.kind === 'picture' ? picture.bytes(picture.thumbnail ?? '') : null;
    expect(await sharp(thumbnail ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 512 });
  });

  it('is rejected if only its first bytes are valid', async () => {
    const polyglot = new Uint8Array([
      ...(await solidPng(8, '#ff0000')).subarray(0, 20),
      ...strToU8('<script>'),
    ]);
    await expect(importBytes(polyglot, { expects: 'picture' })).rejects.toMatchObject({
      code: 'texture.invalid',
    });
  });

  it('is rejected at 16,000 pixels a side, even if its file is small', { tags: ['full'] }, async () => {
    const create = { width: 16_000, height: 16_000, channels: 3, background: '#000' } as const;
    const huge = await sharp({ create, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer();
    await expect(importBytes(huge, { expects: 'picture' })).rejects.toMatchObject({
      code: 'texture.invalid',
    });
  });

  it('is rejected as a model', async () => {
    await expect(importBytes(await solidPng(8, '#ff0000'))).rejects.toMatchObject({ code: 'import.format' });
  });
});

describe.skipIf(!hasSamples)('the import of samples', () => {
  it('makes the engine a smaller, valid GLB', async () => {
    const model = await importModel(await readSample('glb/2CylinderEngine.glb'));
    await assertValidGlb(model.bytes(model.glb));
    expect(model.description).toMatchObject({ triangles: 121_496 });
    expect(model.description.slots).toHaveLength(34);
    expect(model.bytes(model.glb).length).toBeLessThan(1_838_084 / 2);
  });

  it('converts HEIC to WebP', async () => {
    const picture = await importBytes(await readSample('image/rainbow.heic'), { expects: 'picture' });
    expect(picture).toMatchObject({
      mimeType: 'image/webp',
      report: { converted: [{ params: { from: 'HEIC', to: 'WebP' } }] },
    });
    const main = picture.kind === 'picture' && picture.main ? picture.bytes(picture.main) : undefined;
    expect(await sharp(main).metadata()).toMatchObject({ format: 'webp', width: 451, height: 461 });
  });

  it('applies the color profile of a HEIC', async () => {
    expect(await colorOf(await readSample('image/rainbow.heic'), 400, 200)).toEqual(nearly([154, 255, 209]));
    const wide = inDisplayP3(await readSample('image/rainbow.heic'));
    expect(await colorOf(wide, 400, 200)).toEqual(nearly([115, 255, 206]));
    expect(await colorOf(inNumbersAlone(wide), 400, 200)).toEqual(nearly([115, 255, 206]));
  });

  it('rotates a HEIC with a rotation property once', async () => {
    const bytes = await readSample('image/rainbow.heic');
    const [left, right] = [await colorOf(bytes, 50, 100), await colorOf(bytes, 400, 100)];
    const turned = await colorOf(turnedLeft(bytes), 100, 50);
    expect(turned).toEqual(nearly(right));
    expect(turned).not.toEqual(nearly(left));
  });

  it.each([
    ['broken/missing_bin.gltf', 'import.files-missing', /not uploaded/],
    ['broken/recursive_nodes.gltf', 'import.failed', /loop|parents/],
  ])('rejects %s with a reason', async (path, code, reason) => {
    await expect(importBytes(await readSample(path))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(reason),
    });
  });
});

async function colorOf(heic: Uint8Array, left: number, top: number): Promise<number[]> {
  const picture = await importBytes(heic, { expects: 'picture' });
  const main = picture.kind === 'picture' && picture.main ? picture.bytes(picture.main) : undefined;
  const dot = sharp(main).extract({ left, top, width: 1, height: 1 }).removeAlpha();
  return [...(await dot.raw().toBuffer())];
}

const nearly = (color: readonly number[]) => color.map((value) => expect.closeTo(value, -1));

/** Position and size of the sample's colour profile box. */
function profileOf(bytes: Buffer): { at: number; size: number } {
  const at = bytes.indexOf('colrprof') - 4;
  return { at, size: bytes.readUInt32BE(at) };
}

/** Replaces the profile by the numbers of Display P3 (CICP). */
function inNumbersAlone(heic: Uint8Array): Uint8Array {
  const bytes = Buffer.from(heic);
  bytes.write('nclx', profileOf(bytes).at + 8, 'latin1');
  Buffer.from([0, 12, 0, 13, 0, 6, 0x80]).copy(bytes, profileOf(Buffer.from(heic)).at + 12);
  return bytes;
}

/** Replaces the sRGB primaries by those of Display P3 adapted to D50. */
function inDisplayP3(heic: Uint8Array): Uint8Array {
  const bytes = Buffer.from(heic);
  const profile = profileOf(bytes).at + 12;
  const primaries = {
    rXYZ: [0.51512, 0.2412, -0.00105],
    gXYZ: [0.29198, 0.69225, 0.04189],
    bXYZ: [0.1571, 0.06657, 0.78407],
  };
  for (const [tag, values] of Object.entries(primaries)) {
    const numbers = profile + bytes.readUInt32BE(bytes.indexOf(tag, profile + 128) + 4) + 8;
    values.forEach((value, i) => {
      bytes.writeInt32BE(Math.round(value * 65_536), numbers + i * 4);
    });
  }
  return bytes;
}

/** Replaces the profile by a rotation of a quarter turn. */
function turnedLeft(heic: Uint8Array): Uint8Array {
  const bytes = Buffer.from(heic);
  const { at, size } = profileOf(bytes);
  const turn = Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), 1]);
  turn.copy(bytes, at);
  bytes.writeUInt32BE(size - turn.length, at + turn.length);
  bytes.write('free', at + turn.length + 4);
  return bytes;
}
