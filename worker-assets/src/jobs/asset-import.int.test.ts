import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { requestOriginal } from '@diorama/shared/server/assets/asset-originals.ts';
import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { EXTTextureAVIF } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { useAssetWorker, WAIT } from '../test/asset-worker.ts';
import { gltfWithBuffer } from '../test/hostile-files.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { notesOf, photo } from '../test/photo.ts';
import { documentWith, solidPng, squareGlb, squareMesh } from '../test/sample-documents.ts';

const harness = useJobHarness();
const worker = useAssetWorker(harness);

/** A model with a texture above the size limit of optimisation. */
async function largePictureGlb(): Promise<Uint8Array> {
  const side = 2304;
  const image = await sharp({ create: { width: side, height: side, channels: 3, background: '#c83' } })
    .jpeg()
    .toBuffer();
  const document = documentWith((made) => {
    const texture = made.createTexture('Large').setImage(new Uint8Array(image)).setMimeType('image/jpeg');
    const mesh = squareMesh(made);
    mesh.listPrimitives()[0]?.setMaterial(made.createMaterial('Paper').setBaseColorTexture(texture));
    return [made.createNode('Large').setMesh(mesh)];
  });
  return await (await createGltfIo()).writeGlb(document);
}

/** The longest side of the texture in a GLB. */
async function sideOf(glb: Buffer): Promise<number> {
  const model = await (await createGltfIo()).readGlb(new Uint8Array(glb));
  return Math.max(...(model.getRoot().listTextures()[0]?.getSize() ?? [0]));
}

describe('an uploaded model', () => {
  it.each(['jpeg', 'avif'] as const)(
    'has no metadata in its textures, optimized or original: %s',
    { tags: ['full'] },
    async (format) => {
      const image = await photo(format, { side: 300 });
      const document = documentWith((made) => {
        if (format === 'avif') {
          made.createExtension(EXTTextureAVIF).setRequired(true);
        }
        const texture = made.createTexture('Photo').setImage(image).setMimeType(`image/${format}`);
        const mesh = squareMesh(made);
        mesh.listPrimitives()[0]?.setMaterial(made.createMaterial('Paper').setBaseColorTexture(texture));
        return [made.createNode('Photo').setMesh(mesh)];
      });
      const bytes = await (await createGltfIo()).writeGlb(document);
      const asset = await worker.ended(await harness.upload('photo.glb', bytes));
      await requestOriginal(harness.db, asset, true);
      const isMade = async () => (await harness.read(asset.id)).shows_original;
      await expect.poll(isMade, WAIT).toBe(true);
      const whole = await harness.read(asset.id);
      for (const object of [asset.main_object, asset.mobile_object, whole.main_object]) {
        const model = await (await createGltfIo()).readGlb(new Uint8Array(await harness.stored(object)));
        const [texture] = model.getRoot().listTextures();
        expect(await notesOf(texture?.getImage() ?? image)).toEqual([]);
      }
    },
  );

  it('becomes ready with its GLBs, thumbnail and description', async () => {
    const asset = await worker.ended(await harness.upload('square.glb', await squareGlb('ready')));
    expect(asset).toMatchObject({ status: 'ready', progress: 100, error_code: null });
    expect(asset.extra).toMatchObject({
      triangles: 2,
      textures: 0,
      slots: ['Paper'],
      bounds: { min: [0, 0, 0], max: [1, 1, 0] },
    });
    await assertValidGlb(new Uint8Array(await harness.stored(asset.main_object)));
    await assertValidGlb(new Uint8Array(await harness.stored(asset.mobile_object)));
    const picture = sharp(await harness.stored(asset.thumbnail_object));
    expect(await picture.metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  });

  it('is imported once, even if its job runs again', async () => {
    const asset = await worker.ended(await harness.upload('again.glb', await squareGlb('again')));
    const payload = { assetId: asset.id };
    const jobIds = await harness.db.transaction(async (trx) => [
      `${await recordEvent(trx, { name: 'asset.uploaded', payload })}-asset.import`,
      `${await recordEvent(trx, { name: 'asset.converted', payload })}-asset.thumbnail`,
    ]);
    await expect.poll(() => harness.db('job_done').whereIn('job_id', jobIds), WAIT).toHaveLength(2);
    expect(await harness.read(asset.id)).toEqual(asset);
  });

  it('switches between original and optimized files without changing the used storage', {
    tags: ['full'],
  }, async () => {
    const bytes = await largePictureGlb();
    const asset = await worker.ended(await harness.upload('large.glb', bytes));
    const [before, optimised] = [await harness.usedStorage(), await harness.stored(asset.main_object)];
    expect(await sideOf(optimised)).toBe(2048);
    const ask = async (wants: boolean) => {
      expect(await requestOriginal(harness.db, asset, wants)).toBe(true);
      const isMade = async () => (await harness.read(asset.id)).shows_original === wants;
      await expect.poll(isMade, WAIT).toBe(true);
      return await harness.read(asset.id);
    };
    const whole = await ask(true);
    expect(whole).toMatchObject({ status: 'ready', wants_original: true });
    expect(await sideOf(await harness.stored(whole.main_object))).toBe(2304);
    expect(whole.extra.slots).toEqual(asset.extra.slots);
    expect(await harness.usedStorage()).toBe(before);
    const again = await ask(false);
    expect(Buffer.compare(await harness.stored(again.main_object), optimised)).toBe(0);
    expect(await harness.usedStorage()).toBe(before);
  });

  it('fails with a reason if it cannot be read, and uses no storage', async () => {
    const before = await harness.usedStorage();
    const asset = await worker.ended(await harness.upload('house.gltf', gltfWithBuffer('house.bin')));
    expect(asset).toMatchObject({ status: 'failed', error_code: 'import.files-missing' });
    expect(asset.error_detail).toContain('house.bin');
    expect(await harness.usedStorage()).toBe(before);
  });
});

describe('an uploaded picture', () => {
  it('is shown without metadata and smaller on phones, and keeps its original file', async () => {
    const bytes = await photo('jpeg', { side: 2200 });
    const asset = await worker.ended(await harness.upload('photo.jpg', bytes, ASSET_TYPE.image));
    expect(asset.main_object).not.toBe(asset.original_object);
    const mobile = await harness.stored(asset.mobile_object);
    for (const shown of [
      await harness.stored(asset.main_object),
      mobile,
      await harness.stored(asset.thumbnail_object),
    ]) {
      expect(await notesOf(shown)).toEqual([]);
    }
    expect(await sharp(mobile).metadata()).toMatchObject({ format: 'webp', width: 1100 });
    const [kind] = await harness.db('objects').where({ id: asset.mobile_object }).pluck('content_type');
    expect(kind).toBe('image/webp');
    expect(Buffer.compare(await harness.stored(asset.original_object), bytes)).toBe(0);
  });

  it('is ready at once, with a thumbnail', async () => {
    const asset = await worker.ended(
      await harness.upload('orange.png', await solidPng(700, '#ff8000'), ASSET_TYPE.texture),
    );
    expect(asset).toMatchObject({ status: 'ready', main_object: asset.original_object });
    expect(await sharp(await harness.stored(asset.thumbnail_object)).metadata()).toMatchObject({
      width: 512,
    });
  });
});
