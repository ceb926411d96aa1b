import { randomUUID } from 'node:crypto';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { assetIdOf, assetReferences } from '@diorama/shared/scene/asset-references.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { storeObject } from '@diorama/shared/server/db/objects.ts';
import { recordEvent } from '@diorama/shared/server/db/outbox.ts';
import { requestOutput } from '@diorama/shared/server/db/repositories/compositions.ts';
import { makePerson, makeScene } from '@diorama/stack/test/factories.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { useAssetWorker, WAIT } from '../test/asset-worker.ts';
import { useJobDesk } from '../test/job-desk.ts';
import { squareGlb } from '../test/sample-documents.ts';

const desk = useJobDesk();
const worker = useAssetWorker(desk);

describe('a published scene', () => {
  async function publish(nodes: Record<string, object>, source: Uint8Array | null = null) {
    const document = parseDocument({ nodes });
    const { accountId, userId } = desk.person;
    const compositionId = await makeScene(desk.db, desk.person, { document });
    const assetIds = assetReferences(document).map(assetIdOf);
    const body = Buffer.from(source ?? []);
    const sent = source && (await storeObject(desk, { accountId, body, contentType: 'model/gltf-binary' }));
    const sourceObject = sent?.id ?? null;
    const request = { compositionId, accountId, userId, revision: 0, document, assetIds, sourceObject };
    const outputId = await requestOutput(desk.db, request);
    const read = () => desk.db('scene_outputs').where({ id: outputId }).first();
    return { compositionId, outputId, read };
  }

  it('gets its files, its picture, its counts and then its turntable', async () => {
    const model = await worker.ended(await desk.upload('part.glb', await squareGlb('part')));
    const { compositionId, outputId, read } = await publish({
      box: { kind: 'box' },
      lamp: { kind: 'pointLight', position: [0, 3, 0] },
      model: { kind: 'model', position: [2, 0, 0], props: { asset: `/api/assets/${model.id}` } },
    });
    await expect.poll(async () => (await read()).status, WAIT).toBe('completed');
    const output = await read();
    expect(output.stats).toEqual({ triangles: 14, drawCalls: 2, textures: 0, dropped: 0 });
    for (const id of [output.glb_object, output.mobile_object]) {
      await assertValidGlb(new Uint8Array(await desk.stored(id)));
    }
    expect((await desk.stored(output.usdz_object)).subarray(0, 2).toString()).toBe('PK');
    expect(await sharp(await desk.stored(output.thumbnail_object)).metadata()).toMatchObject({
      width: 1280,
      height: 720,
    });
    const scene = await desk.db('compositions').where({ id: compositionId }).first('published_output_id');
    expect(scene?.published_output_id).toBe(outputId);
    await expect.poll(async () => (await read()).carousel_objects.length, WAIT).toBe(12);
    const [frame] = (await read()).carousel_objects;
    expect(await sharp(await desk.stored(frame)).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 360,
    });
  });

  it('is made of an outside client’s GLB where one was sent, and shows the document in its picture', async () => {
    const { read } = await publish({ box: { kind: 'box' } }, await squareGlb('outside'));
    await expect.poll(async () => (await read()).status, WAIT).toBe('completed');
    const output = await read();
    expect(output).toMatchObject({ revision: 0, stats: { triangles: 2, dropped: 0 } });
    for (const id of [output.glb_object, output.mobile_object]) {
      const glb = new Uint8Array(await desk.stored(id));
      await assertValidGlb(glb);
      const made = await (await createGltfIo()).readGlb(glb);
      expect(
        made
          .getRoot()
          .listMeshes()
          .map((mesh) => mesh.getName()),
      ).toEqual(['outside']);
    }
    expect((await desk.stored(output.usdz_object)).toString('latin1')).toContain('PXR-USDC');
    const { entropy } = await sharp(await desk.stored(output.thumbnail_object)).stats();
    expect(entropy).toBeGreaterThan(0.5);
  });

  it('fails with a reason where the outside client’s GLB is broken', async () => {
    const broken = (await squareGlb('cut')).slice(0, -40);
    const { read, compositionId } = await publish({ box: { kind: 'box' } }, broken);
    await expect.poll(async () => (await read()).status, WAIT).toBe('failed');
    expect((await read()).error_code).toMatch(/^import\./);
    const scene = await desk.db('compositions').where({ id: compositionId }).first('published_output_id');
    expect(scene?.published_output_id).toBeNull();
  });

  it('is complete without the assets that are gone, deleted or of another workspace', async () => {
    const model = await worker.ended(await desk.upload('taken.glb', await squareGlb('taken')));
    const stranger = await makePerson(desk.db);
    const [theirs, deleted] = [randomUUID(), randomUUID()];
    const ready = {
      type: ASSET_TYPE.model,
      name: 'model',
      size: 1,
      status: 'ready',
      main_object: model.main_object,
    };
    await desk.db('assets').insert([
      { ...ready, id: theirs, account_id: stranger.accountId },
      { ...ready, id: deleted, account_id: desk.person.accountId, deleted_at: new Date() },
    ]);
    const node = (id: string) => ({ kind: 'model', props: { asset: `/api/assets/${id}` } });
    const { read } = await publish({
      box: { kind: 'box' },
      lost: node('00000000-0000-4000-8000-000000000009'),
      theirs: node(theirs),
      deleted: node(deleted),
    });
    await expect.poll(async () => (await read()).status, WAIT).toBe('completed');
    expect((await read()).stats).toMatchObject({ triangles: 12, dropped: 3 });
  });
});

describe('a draft', () => {
  it('gets its card picture after its people have left', async () => {
    const document = { nodes: { box: { kind: 'box' } } };
    const compositionId = await makeScene(desk.db, desk.person, { document });
    await desk.db.transaction((trx) =>
      recordEvent(trx, { name: 'composition.rested', payload: { compositionId } }),
    );
    const read = () => desk.db('compositions').where({ id: compositionId }).first('thumbnail_object');
    await expect.poll(async () => (await read())?.thumbnail_object, WAIT).not.toBeNull();
    expect(await sharp(await desk.stored((await read())?.thumbnail_object)).metadata()).toMatchObject({
      width: 960,
    });
  });
});
