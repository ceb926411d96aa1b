import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import type { Document } from '@gltf-transform/core';
import { KHRDracoMeshCompression } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGltfIo, type GltfIo } from '../output/gltf-io.ts';
import { measure } from '../output/measure.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { knot } from '../test/size-corpus/shapes.ts';
import { convertGltf } from './convert-gltf.ts';

const AS_IT_CAME = [expect.stringContaining('the original is shown')];

let io: GltfIo;
let dir: string;
let original: Uint8Array<ArrayBuffer>;
let triangles: number;
beforeAll(async () => {
  io = await createGltfIo();
  dir = await mkdtemp(join(tmpdir(), 'diorama-convert-'));
  const builder = new ModelBuilder();
  builder.place('Knot', builder.mesh('Knot', knot(64), builder.material('Steel')));
  triangles = measure(builder.document).triangles;
  original = await io.writeGlb(builder.document);
  await writeFile(join(dir, 'knot.glb'), original);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function convert(tools: Partial<GltfIo>, name = 'knot.glb') {
  const main = { name, path: join(dir, name) };
  const needs = () => undefined;
  return convertGltf({
    format: 'glb',
    main,
    files: [],
    io: { ...io, ...tools },
    dir,
    needs,
  });
}

/** A writer whose first output can be replaced. */
function writerThat(fails: () => Uint8Array<ArrayBuffer> | null): Partial<GltfIo> {
  let isFirst = true;
  return {
    writeGlb: async (document) => {
      const failed = isFirst ? fails() : null;
      isFirst = false;
      return failed ?? (await io.writeGlb(document));
    },
  };
}

/** A GLB with an accessor of an invalid type. */
function broken(): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(original);
  copy.set(Buffer.from('"VEX3"'), Buffer.from(copy).indexOf('"VEC3"'));
  return copy;
}

/** An I/O whose writer modifies the document at the first write. */
function optimiserThat(harms: (document: Document) => void): Partial<GltfIo> {
  let read: Document | null = null;
  return {
    readJson: async (...file) => {
      read = await io.readJson(...file);
      return read;
    },
    ...writerThat(() => {
      if (read) {
        harms(read);
      }
      return null;
    }),
  };
}

describe('a converted model', () => {
  it('is smaller after its optimization', async () => {
    const { glb, report, description } = await convert({});
    expect(glb.length).toBeLessThan(original.length);
    expect(description.triangles).toBe(triangles);
    expect(report.warnings).toEqual([]);
  });

  it.each([
    ['produces an invalid file', () => writerThat(broken)],
    [
      'loses triangles',
      () =>
        optimiserThat((document) => {
          const indices = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getIndices();
          indices?.setArray(indices.getArray()?.slice(0, -3) ?? null);
        }),
    ],
    [
      'moves the model',
      () =>
        optimiserThat((document) => {
          document.getRoot().listNodes()[0]?.setTranslation([1, 0, 0]);
        }),
    ],
  ])('stays as uploaded, with a warning, if its optimization %s', async (_, fault) => {
    const { glb, mobile, report, description } = await convert(fault());
    expect(Buffer.compare(glb, original)).toBe(0);
    expect(mobile).toBe(glb);
    expect(description.triangles).toBe(triangles);
    expect(inEnglish(report.warnings)).toEqual(AS_IT_CAME);
  });

  it('has smaller textures for phones even if its optimization fails', async () => {
    const side = 2048;
    const image = await sharp({ create: { width: side, height: side, channels: 3, background: '#c83' } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const document = await io.readGlb(original);
    const texture = document.createTexture('Paper').setImage(new Uint8Array(image)).setMimeType('image/png');
    document.getRoot().listMaterials()[0]?.setBaseColorTexture(texture);
    const bytes = await io.writeGlb(document);
    await writeFile(join(dir, 'pictured.glb'), bytes);
    const { glb, mobile, description, report } = await convert(writerThat(broken), 'pictured.glb');
    expect(Buffer.compare(glb, bytes)).toBe(0);
    expect(mobile.length).toBeLessThan(glb.length / 10);
    await assertValidGlb(mobile);
    const light = await io.readGlb(mobile);
    expect(light.getRoot().listTextures()[0]?.getSize()).toEqual([side / 2, side / 2]);
    expect(measure(light).triangles).toBe(description.triangles);
    expect(inEnglish(report.warnings)).toEqual(AS_IT_CAME);
  });

  it('is rewritten without optimization if the original cannot be shown', async () => {
    const document = await io.readGlb(original);
    document.createExtension(KHRDracoMeshCompression).setRequired(true);
    const { default: draco3d } = await import('draco3dgltf');
    const { NodeIO } = await import('@gltf-transform/core');
    const writer = new NodeIO()
      .registerExtensions([KHRDracoMeshCompression])
      .registerDependencies({ 'draco3d.encoder': await draco3d.createEncoderModule() });
    await writeFile(join(dir, 'draco.glb'), await writer.writeBinary(document));
    const { glb, report } = await convert(writerThat(broken), 'draco.glb');
    await assertValidGlb(glb);
    expect(measure(await io.readGlb(glb)).triangles).toBe(triangles);
    expect(Buffer.compare(glb, await readFile(join(dir, 'draco.glb')))).not.toBe(0);
    expect(inEnglish(report.warnings)).toEqual(AS_IT_CAME);
  });
});

describe('a conversion error of a model', () => {
  it('blames the file if no valid output is possible', async () => {
    const tools = { writeGlb: async () => broken() };
    const document = await io.readGlb(original);
    document.createScene('Second');
    await writeFile(join(dir, 'two.glb'), await io.writeGlb(document));
    await expect(convert(tools, 'two.glb')).rejects.toMatchObject({
      code: 'import.failed',
      message: expect.stringContaining('is not valid glTF'),
    });
  });

  it('does not blame the file for a failing writer, and keeps a valid original', async () => {
    const error = new TypeError('undefined is not a function');
    const writeGlb = () => Promise.reject(error);
    const { glb, report } = await convert({ writeGlb });
    expect(Buffer.compare(glb, original)).toBe(0);
    expect(inEnglish(report.warnings)).toEqual(AS_IT_CAME);
    await expect(convert({ writeGlb }, 'two.glb')).rejects.toBe(error);
  });

  it('does not blame the file if memory runs out', async () => {
    const error = new RangeError('Array buffer allocation failed');
    await expect(convert({ writeGlb: () => Promise.reject(error) })).rejects.toBe(error);
  });

  it('keeps its cause if reading fails', async () => {
    const cause = new RangeError('Array buffer allocation failed');
    await expect(convert({ readJson: () => Promise.reject(cause) })).rejects.toMatchObject({ cause });
  });
});
