import { randomUUID } from 'node:crypto';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { finishModel } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { applyForm } from '@diorama/shared/server/assets/asset-originals.ts';
import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { JobPostponedError } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { requestOutput } from '@diorama/shared/server/scenes/request-output.queries.ts';
import { makePerson, makeScene } from '@diorama/stack/test/factories.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { SLOW } from '@diorama/stack/test/slow.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { emptyReport } from '../import/report.ts';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { useAssetWorker, WAIT } from '../test/asset-worker.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { squareGlb } from '../test/sample-documents.ts';
import { sceneOutput } from './scene-output.ts';
import { sceneThumbnail } from './scene-thumbnail.ts';

const harness = useJobHarness();
const worker = useAssetWorker(harness);

beforeAll(async () => {
  await harness.db('accounts').where({ id: harness.person.accountId }).update({ plan: 'pro' });
});

describe('a published scene', () => {
  async function publish(
    nodes: Record<string, object>,
    {
      source = null,
      materials = {},
      newer = {},
    }: { source?: Uint8Array | null; materials?: object; newer?: object } = {},
  ) {
    const document = parseDocument({ nodes, materials });
    const { accountId, userId } = harness.person;
    const compositionId = await makeScene(harness.db, harness.person, { document });
    const body = Buffer.from(source ?? []);
    const sent =
      source && (await storeObject(harness, { accountId, body, contentType: 'model/gltf-binary' }));
    const sourceObject = sent?.id ?? null;
    const text = JSON.stringify({ ...document, ...newer });
    const request = { compositionId, accountId, userId, revision: 0, text, sourceObject };
    const outputId = await requestOutput(harness.db, request);
    const read = () => harness.db('scene_outputs').where({ id: outputId }).first();
    return { compositionId, outputId, read };
  }

  it('gets its files, thumbnail, statistics and then its carousel', { timeout: 180_000 * SLOW }, async () => {
    const model = await worker.ended(await harness.upload('part.glb', await squareGlb('part')));
    const nodes = {
      box: { kind: 'box' },
      lamp: { kind: 'pointLight', position: [0, 3, 0] },
      model: { kind: 'model', position: [2, 0, 0], props: { asset: `/api/assets/${model.id}` } },
    };
    // Unknown fields of a newer release are ignored.
    const { compositionId, outputId, read } = await publish(nodes, { newer: { weather: 'rain' } });
    await expect.poll(async () => (await read()).status, WAIT).toBe('completed');
    const output = await read();
    expect(output.stats).toEqual({ triangles: 14, drawCalls: 2, textures: 0, dropped: 0 });
    for (const id of [output.glb_object, output.mobile_object, output.ar_object]) {
      await assertValidGlb(new Uint8Array(await harness.stored(id)));
    }
    expect((await harness.stored(output.usdz_object)).subarray(0, 2).toString()).toBe('PK');
    expect(await sharp(await harness.stored(output.thumbnail_object)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1280,
      height: 720,
    });
    const scene = await harness.db('compositions').where({ id: compositionId }).first('published_output_id');
    expect(scene?.published_output_id).toBe(outputId);
    await expect.poll(async () => (await read()).carousel_objects.length, WAIT).toBe(12);
    const [frame] = (await read()).carousel_objects;
    expect(await sharp(await harness.stored(frame)).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 360,
    });
  });

  it('gets a large picture of each of its first eight camera views, in order', {
    tags: ['full'],
  }, async () => {
    const views = Array.from({ length: 9 }, (_, at) => [
      `view-${at}`,
      // The second view shows the blue box from above, all others the red one.
      at === 1
        ? { kind: 'camera', index: 'a1', position: [20, 5, 0], rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] }
        : { kind: 'camera', index: `a${at}`, position: [0, 0.5, 3 + at / 10] },
    ]);
    const nodes = {
      red: { kind: 'box', material: 'red' },
      blue: { kind: 'box', position: [20, 0, 0], material: 'blue' },
      ...Object.fromEntries(views),
      hidden: { kind: 'camera', index: 'Zz', visible: false, position: [0, 0, -5] },
    };
    const materials = { red: { color: '#ff0000' }, blue: { color: '#0000ff' } };
    const { read } = await publish(nodes, { materials });
    await expect.poll(async () => (await read()).carousel_hd_objects.length, WAIT).toBe(8);
    const output = await read();
    expect(output.carousel_objects).toHaveLength(12);
    const pictures = await Promise.all(output.carousel_hd_objects.map((id: string) => harness.stored(id)));
    for (const [at, picture] of pictures.entries()) {
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 1920, height: 1080 });
      const middle = sharp(picture).extract({ left: 950, top: 530, width: 20, height: 20 });
      const [red = 0, , blue = 0] = (await middle.stats()).channels.map(({ mean }) => mean);
      expect(Math.sign(red - blue)).toBe(at === 1 ? -1 : 1);
    }
    const held = harness.db('object_refs').where({ held_by: 'scene_outputs', place: 'carousel_hd_objects' });
    expect(new Set(await held.pluck('object_id'))).toEqual(new Set(output.carousel_hd_objects));
  });

  it('is built from an external client’s GLB if one was sent, with a picture of the document', async () => {
    const { read } = await publish({ box: { kind: 'box' } }, { source: await squareGlb('outside') });
    await expect.poll(async () => (await read()).status, WAIT).toBe('completed');
    const output = await read();
    expect(output).toMatchObject({ revision: 0, stats: { triangles: 2, dropped: 0 } });
    for (const id of [output.glb_object, output.mobile_object, output.ar_object]) {
      const glb = new Uint8Array(await harness.stored(id));
      await assertValidGlb(glb);
      const made = await (await createGltfIo()).readGlb(glb);
      expect(
        made
          .getRoot()
          .listMeshes()
          .map((mesh) => mesh.getName()),
      ).toEqual(['outside']);
    }
    expect((await harness.stored(output.usdz_object)).toString('latin1')).toContain('PXR-USDC');
    const { entropy } = await sharp(await harness.stored(output.thumbnail_object)).stats();
    expect(entropy).toBeGreaterThan(0.5);
  });

  it('fails with a reason if an external client’s GLB is broken', async () => {
    const source = (await squareGlb('cut')).slice(0, -40);
    const { read, compositionId } = await publish({ box: { kind: 'box' } }, { source });
    await expect.poll(async () => (await read()).status, WAIT).toBe('failed');
    expect((await read()).error_code).toMatch(/^import\./);
    const scene = await harness.db('compositions').where({ id: compositionId }).first('published_output_id');
    expect(scene?.published_output_id).toBeNull();
  });

  it('waits in the queue without a worker slot while another output of its scene runs', {
    tags: ['full'],
  }, async () => {
    const { outputId, compositionId } = await publish({ box: { kind: 'box' } });
    await expect
      .poll(async () => (await harness.db('scene_outputs').where({ id: outputId }).first()).status, WAIT)
      .toBe('completed');
    await harness.db('scene_outputs').where({ id: outputId }).update({ status: 'running' });
    const { accountId, userId } = harness.person;
    const next = await requestOutput(harness.db, {
      compositionId,
      accountId,
      userId,
      revision: 1,
      text: JSON.stringify(parseDocument({ nodes: { ball: { kind: 'sphere' } } })),
      sourceObject: null,
    });
    const run = sceneOutput(harness.depsWith());
    await expect(run({ outputId: next }, jobContext())).rejects.toThrow(JobPostponedError);
    // The worker waits in the same way, and continues when the other output has ended.
    await harness.db('scene_outputs').where({ id: outputId }).update({ status: 'completed' });
    await expect
      .poll(async () => (await harness.db('scene_outputs').where({ id: next }).first()).status, WAIT)
      .toBe('completed');
  });

  it('waits for the conversion of its files', { tags: ['full'] }, async () => {
    const model = await worker.ended(await harness.upload('late.glb', await squareGlb('late')));
    const asset = harness.db('assets').where({ id: model.id });
    await asset.clone().update({ status: 'processing', main_object: null });
    const late = { kind: 'model', props: { asset: `/api/assets/${model.id}` } };
    const { outputId, compositionId, read } = await publish({ late });
    const run = sceneOutput(harness.depsWith());
    await expect(run({ outputId }, jobContext())).rejects.toThrow(JobPostponedError);
    expect((await read()).status).toBe('queued');
    const card = sceneThumbnail(harness.depsWith());
    await expect(card({ compositionId }, jobContext())).rejects.toThrow(JobPostponedError);
    await asset.clone().update({ status: 'ready', main_object: model.main_object });
    await expect.poll(async () => (await read()).stats, WAIT).toMatchObject({ triangles: 2, dropped: 0 });
  });

  it('is outdated once one of its files is imported again or changes its form', {
    tags: ['full'],
  }, async () => {
    const model = await worker.ended(await harness.upload('again.glb', await squareGlb('again')));
    const { read } = await publish({ again: { kind: 'model', props: { asset: `/api/assets/${model.id}` } } });
    await expect.poll(async () => (await read()).status, WAIT).toBe('completed');
    const made = { main: model.main_object ?? '', mobile: model.mobile_object ?? '' };
    const files = { ...made, report: emptyReport(), extra: model.extra };
    const { file_settings: settings } = await read();
    for (const finish of [finishModel, applyForm]) {
      await harness.db.transaction((trx) => finish(trx, model, { ...files, isOriginal: false }));
      expect((await read()).file_settings).toEqual({ ...settings, isOutdated: true });
      await harness.db('scene_outputs').update({ file_settings: settings });
      await harness.db('assets').where({ id: model.id }).update({ status: 'ready' });
    }
  });

  it('completes without assets that are missing, deleted or of another workspace', {
    tags: ['full'],
  }, async () => {
    const model = await worker.ended(await harness.upload('taken.glb', await squareGlb('taken')));
    const stranger = await makePerson(harness.db);
    const [theirs, deleted] = [randomUUID(), randomUUID()];
    const ready = {
      type: ASSET_TYPE.model,
      name: 'model',
      size: 1,
      status: 'ready',
      main_object: model.main_object,
    };
    await harness.db('assets').insert([
      { ...ready, id: theirs, account_id: stranger.accountId },
      { ...ready, id: deleted, account_id: harness.person.accountId, deleted_at: new Date() },
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
  it('gets its card picture after editing ends', async () => {
    const document = { nodes: { box: { kind: 'box' } } };
    const compositionId = await makeScene(harness.db, harness.person, { document });
    await harness.db.transaction((trx) =>
      recordEvent(trx, { name: 'composition.rested', payload: { compositionId } }),
    );
    const read = () => harness.db('compositions').where({ id: compositionId }).first('thumbnail_object');
    await expect.poll(async () => (await read())?.thumbnail_object, WAIT).not.toBeNull();
    expect(await sharp(await harness.stored((await read())?.thumbnail_object)).metadata()).toMatchObject({
      width: 960,
    });
  });
});
