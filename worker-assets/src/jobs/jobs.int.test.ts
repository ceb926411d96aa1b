import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { assetIdOf, assetReferences } from '@diorama/shared/scene/asset-references.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { findObject, storeObject } from '@diorama/shared/server/db/objects.ts';
import { recordEvent } from '@diorama/shared/server/db/outbox.ts';
import { findAsset } from '@diorama/shared/server/db/read-models/assets.ts';
import { askForOriginal } from '@diorama/shared/server/db/repositories/asset-originals.ts';
import { createAsset } from '@diorama/shared/server/db/repositories/assets.ts';
import { createComposition, requestOutput } from '@diorama/shared/server/db/repositories/compositions.ts';
import { createPerson } from '@diorama/shared/server/db/repositories/people.ts';
import {
  beginReimagine,
  cancelReimagine,
  countLeft,
  createReimagine,
  findReimagine,
} from '@diorama/shared/server/db/repositories/reimagines.ts';
import { loadEnv } from '@diorama/shared/server/env.ts';
import { createLogger } from '@diorama/shared/server/logger.ts';
import { createStore } from '@diorama/shared/server/store/store.ts';
import { JobPostponedError, runWorker } from '@diorama/shared/server/worker.ts';
import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { createQueueKit, type QueueKit } from '@diorama/stack/test/queue-kit.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { ConversionPool } from '../import/conversion-pool.ts';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { ReimagineError } from '../reimagine/reimaginer.ts';
import { createStandIn } from '../reimagine/stand-in.ts';
import { createStage } from '../stage/stage.ts';
import { gltfWithBuffer } from '../test/hostile-files.ts';
import { documentWith, solidPng, squareMesh } from '../test/sample-documents.ts';
import { buildStagePage } from '../test/stage-page-build.ts';
import type { JobDeps } from './deps.ts';
import { createHandlers, failureHooks, OWN_QUEUES } from './index.ts';
import { sceneCompact } from './scene-compact.ts';

const WAIT = { timeout: 50_000, interval: 100 };

let dir: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let kit: QueueKit;
let deps: JobDeps;
let person: { userId: string; accountId: string };
let end: () => Promise<void>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-jobs-test-'));
  await chmod(dir, 0o711);
  await buildStagePage(join(dir, 'web'));
  database = await createTestDatabase();
  kit = await createQueueKit({ databaseUrl: database.url, redisUrl: null });
  const env = loadEnv({ DATABASE_URL: database.url, SECRET_KEY: 'x'.repeat(32), DIORAMA_DATA_DIR: dir });
  const logger = createLogger('jobs-test', { level: 'silent' });
  const pool = await ConversionPool.create({ size: 1 });
  const stage = createStage({
    webDist: join(dir, 'web'),
    tmpDir: join(tmpdir(), 'diorama-test-stage'),
    logger,
  });
  const { publicUrl } = env;
  const given = { db: kit.db, store: createStore(env), stage, pool, tmpDir: join(dir, 'jobs') };
  deps = { ...given, publicUrl, logger, reimaginer: createStandIn() };
  const worker = await runWorker({
    name: 'jobs-test',
    queues: OWN_QUEUES,
    handlers: createHandlers(deps),
    onFailedForGood: failureHooks,
    env,
    db: kit.db,
    logger,
  });
  const profile = { email: 'maker@diorama.test', name: 'Maker', locale: 'en', passwordHash: 'none' };
  const made = await createPerson(kit.db, { ...profile, isDemo: false, utm: null } as Parameters<
    typeof createPerson
  >[1]);
  if (!made) {
    throw new Error('The person was not made');
  }
  person = made;
  end = async () => {
    await worker.close(2_000);
    await stage.close();
    pool.close();
  };
});
afterAll(async () => {
  await end?.();
  await kit?.close();
  await database?.drop();
  await rm(dir, { recursive: true, force: true });
});

/** Stores a file as the gateway does when an upload has come in. @returns the asset's id. */
async function upload(name: string, bytes: Uint8Array, type: number = ASSET_TYPE.model): Promise<string> {
  const { accountId, userId } = person;
  const body = Buffer.from(bytes);
  const object = await storeObject(deps, { accountId, body, contentType: 'application/octet-stream' });
  const asset = { accountId, userId, compositionId: null, uploadType: null, uploadId: null, type, name };
  return await createAsset(kit.db, { ...asset, size: body.length, objectId: object.id });
}

async function ended(assetId: string) {
  const isOver = async () => ['ready', 'failed'].includes((await findAsset(kit.db, assetId))?.status ?? '');
  await expect.poll(isOver, WAIT).toBe(true);
  const asset = await findAsset(kit.db, assetId);
  if (!asset) {
    throw new Error('The asset is gone');
  }
  return asset;
}

async function stored(id: string | null): Promise<Buffer> {
  const object = await findObject(kit.db, id ?? '');
  const { stream } = await deps.store.get(object?.key ?? '');
  return await buffer(stream);
}

async function usedStorage(): Promise<number> {
  const row = await kit.db('accounts').where({ id: person.accountId }).first('storage_used');
  return Number(row?.storage_used);
}

/** A model with a picture that is larger than an optimised one may be. */
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

/** The longest side of the picture in a GLB. */
async function sideOf(glb: Buffer): Promise<number> {
  const model = await (await createGltfIo()).readGlb(new Uint8Array(glb));
  return Math.max(...(model.getRoot().listTextures()[0]?.getSize() ?? [0]));
}

async function squareGlb(name: string): Promise<Uint8Array> {
  const document = documentWith((made) => [made.createNode(name).setMesh(squareMesh(made, name))]);
  document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.setMaterial(document.createMaterial('Paper'));
  return await (await createGltfIo()).writeGlb(document);
}

describe('an uploaded model', () => {
  it('becomes ready with its GLBs, its picture and all that is known of it', async () => {
    const asset = await ended(await upload('square.glb', await squareGlb('ready')));
    expect(asset).toMatchObject({ status: 'ready', progress: 100, error_code: null });
    expect(asset.extra).toMatchObject({
      triangles: 2,
      slots: ['Paper'],
      bounds: { min: [0, 0, 0], max: [1, 1, 0] },
    });
    await assertValidGlb(new Uint8Array(await stored(asset.main_object)));
    await assertValidGlb(new Uint8Array(await stored(asset.mobile_object)));
    const picture = sharp(await stored(asset.thumbnail_object));
    expect(await picture.metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  });

  it('is imported once, however often the job is run', async () => {
    const asset = await ended(await upload('again.glb', await squareGlb('again')));
    const payload = { assetId: asset.id };
    const jobIds = await kit.db.transaction(async (trx) => [
      `${await recordEvent(trx, { name: 'asset.uploaded', payload })}-asset.import`,
      `${await recordEvent(trx, { name: 'asset.converted', payload })}-asset.thumbnail`,
    ]);
    await expect.poll(() => kit.db('job_done').whereIn('job_id', jobIds), WAIT).toHaveLength(2);
    expect(await findAsset(kit.db, asset.id)).toEqual(asset);
  });

  it('is shown as it came for whoever asks, and optimised again, with its bytes counted as before', async () => {
    const bytes = await largePictureGlb();
    const asset = await ended(await upload('large.glb', bytes));
    const [before, optimised] = [await usedStorage(), await stored(asset.main_object)];
    expect(await sideOf(optimised)).toBe(2048);
    const ask = async (wants: boolean) => {
      expect(await askForOriginal(kit.db, asset, wants)).toBe(true);
      const isMade = async () => (await findAsset(kit.db, asset.id))?.shows_original === wants;
      await expect.poll(isMade, WAIT).toBe(true);
      return await findAsset(kit.db, asset.id);
    };
    const whole = await ask(true);
    expect(whole).toMatchObject({ status: 'ready', wants_original: true });
    expect(await sideOf(await stored(whole?.main_object ?? null))).toBe(2304);
    expect(whole?.extra.slots).toEqual(asset.extra.slots);
    expect(await usedStorage()).toBe(before);
    const again = await ask(false);
    expect(Buffer.compare(await stored(again?.main_object ?? null), optimised)).toBe(0);
    expect(await usedStorage()).toBe(before);
  });

  it('that cannot be read fails with a reason, and counts nothing', async () => {
    const before = await usedStorage();
    const asset = await ended(await upload('house.gltf', gltfWithBuffer('house.bin')));
    expect(asset).toMatchObject({ status: 'failed', error_code: 'import.files-missing' });
    expect(asset.error_detail).toContain('house.bin');
    expect(await usedStorage()).toBe(before);
  });
});

describe('an uploaded picture', () => {
  it('is ready at once, with a small one', async () => {
    const asset = await ended(await upload('orange.png', await solidPng(700, '#ff8000'), ASSET_TYPE.texture));
    expect(asset).toMatchObject({ status: 'ready', main_object: asset.original_object });
    expect(await sharp(await stored(asset.thumbnail_object)).metadata()).toMatchObject({ width: 512 });
  });
});

describe('a published scene', () => {
  async function publish(nodes: Record<string, object>, source: Uint8Array | null = null) {
    const document = parseDocument({ nodes });
    const { accountId, userId } = person;
    const snapshot = Y.encodeStateAsUpdate(toYDoc(document));
    const scene = { accountId, userId, projectId: null, name: 'Scene', snapshot };
    const compositionId = await createComposition(kit.db, scene);
    const assetIds = assetReferences(document).map(assetIdOf);
    const body = Buffer.from(source ?? []);
    const sent = source && (await storeObject(deps, { accountId, body, contentType: 'model/gltf-binary' }));
    const sourceObject = sent?.id ?? null;
    const request = { compositionId, accountId, userId, revision: 0, document, assetIds, sourceObject };
    const outputId = await requestOutput(kit.db, request);
    const read = () => kit.db('scene_outputs').where({ id: outputId }).first();
    return { compositionId, outputId, read };
  }

  it('gets its files, its picture, its counts and then its turntable', async () => {
    const model = await ended(await upload('part.glb', await squareGlb('part')));
    const { compositionId, outputId, read } = await publish({
      box: { kind: 'box' },
      lamp: { kind: 'pointLight', position: [0, 3, 0] },
      model: { kind: 'model', position: [2, 0, 0], props: { asset: `/api/assets/${model.id}` } },
    });
    await expect.poll(async () => (await read()).status, WAIT).toBe('completed');
    const output = await read();
    expect(output.stats).toEqual({ triangles: 14, drawCalls: 2, textures: 0, dropped: 0 });
    for (const id of [output.glb_object, output.mobile_object]) {
      await assertValidGlb(new Uint8Array(await stored(id)));
    }
    expect((await stored(output.usdz_object)).subarray(0, 2).toString()).toBe('PK');
    expect(await sharp(await stored(output.thumbnail_object)).metadata()).toMatchObject({
      width: 1280,
      height: 720,
    });
    const scene = await kit.db('compositions').where({ id: compositionId }).first('published_output_id');
    expect(scene?.published_output_id).toBe(outputId);
    await expect.poll(async () => (await read()).carousel_objects.length, WAIT).toBe(12);
    const [frame] = (await read()).carousel_objects;
    expect(await sharp(await stored(frame)).metadata()).toMatchObject({
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
      const glb = new Uint8Array(await stored(id));
      await assertValidGlb(glb);
      const made = await (await createGltfIo()).readGlb(glb);
      expect(
        made
          .getRoot()
          .listMeshes()
          .map((mesh) => mesh.getName()),
      ).toEqual(['outside']);
    }
    expect((await stored(output.usdz_object)).toString('latin1')).toContain('PXR-USDC');
    const { entropy } = await sharp(await stored(output.thumbnail_object)).stats();
    expect(entropy).toBeGreaterThan(0.5);
  });

  it('fails with a reason where the outside client’s GLB is broken', async () => {
    const broken = (await squareGlb('cut')).slice(0, -40);
    const { read, compositionId } = await publish({ box: { kind: 'box' } }, broken);
    await expect.poll(async () => (await read()).status, WAIT).toBe('failed');
    expect((await read()).error_code).toMatch(/^import\./);
    const scene = await kit.db('compositions').where({ id: compositionId }).first('published_output_id');
    expect(scene?.published_output_id).toBeNull();
  });

  it('is complete without the assets that are gone, deleted or of another workspace', async () => {
    const model = await ended(await upload('taken.glb', await squareGlb('taken')));
    const stranger = await createPerson(kit.db, {
      email: 'stranger@diorama.test',
      name: 'Stranger',
      locale: 'en',
      passwordHash: null,
      isDemo: false,
      utm: null,
    });
    const [theirs, deleted] = [randomUUID(), randomUUID()];
    const ready = {
      type: ASSET_TYPE.model,
      name: 'model',
      size: 1,
      status: 'ready',
      main_object: model.main_object,
    };
    await kit.db('assets').insert([
      { ...ready, id: theirs, account_id: stranger?.accountId },
      { ...ready, id: deleted, account_id: person.accountId, deleted_at: new Date() },
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

describe('the log of a scene', () => {
  it('is merged when people pause, when it has waited long enough, or when too much waits', async () => {
    const { accountId, userId } = person;
    const snapshot = Y.encodeStateAsUpdate(toYDoc(parseDocument({})));
    const scene = { accountId, userId, projectId: null, name: 'Edited', snapshot };
    const compositionId = await createComposition(kit.db, scene);
    const bytes = Y.encodeStateAsUpdate(toYDoc(parseDocument({ nodes: { box: { kind: 'box' } } })));
    const log = () => kit.db('composition_updates').where({ composition_id: compositionId });
    // No event is recorded, so that nobody else merges it.
    const write = async (ages: number[], content: Uint8Array = bytes) => {
      await log().delete();
      await kit.db('composition_updates').insert(
        ages.map((age) => ({
          composition_id: compositionId,
          bytes: Buffer.from(content),
          created_at: kit.db.raw('now() - make_interval(secs => ?)', [age]),
        })),
      );
    };
    const compact = () => sceneCompact(deps)({ compositionId });
    // Young for as long as this test may take.
    await write([10, -3_000]);
    await expect(compact()).rejects.toThrow(JobPostponedError);
    expect(await log()).toHaveLength(2);

    await write([40, -3_000]);
    expect((await compact()).revision).toBe(1);
    await write([3, 3]);
    expect((await compact()).revision).toBe(2);
    const large = new Y.Doc();
    large.getMap('scene').set('notes', 'x'.repeat(2_500_000));
    await write([-3_000], Y.encodeStateAsUpdate(large));
    expect((await compact()).revision).toBe(3);
    expect(await log()).toEqual([]);
    // The plan of this person has room for five.
    await kit.db('compositions').where({ id: compositionId }).delete();
  });
});

describe('a draft', () => {
  it('gets its card picture after its people have left', async () => {
    const { accountId, userId } = person;
    const snapshot = Y.encodeStateAsUpdate(toYDoc(parseDocument({ nodes: { box: { kind: 'box' } } })));
    const scene = { accountId, userId, projectId: null, name: 'Draft', snapshot };
    const compositionId = await createComposition(kit.db, scene);
    await kit.db.transaction((trx) =>
      recordEvent(trx, { name: 'composition.rested', payload: { compositionId } }),
    );
    const read = () => kit.db('compositions').where({ id: compositionId }).first('thumbnail_object');
    await expect.poll(async () => (await read())?.thumbnail_object, WAIT).not.toBeNull();
    expect(await sharp(await stored((await read())?.thumbnail_object)).metadata()).toMatchObject({
      width: 960,
    });
  });
});

describe('the storage of a workspace', () => {
  it('is corrected to the byte by its check', async () => {
    const before = await usedStorage();
    await kit
      .db('accounts')
      .where({ id: person.accountId })
      .update({ storage_used: before + 12_345 });
    const { accountId } = person;
    await kit.db.transaction((trx) => recordEvent(trx, { name: 'storage.changed', payload: { accountId } }));
    await expect.poll(usedStorage, WAIT).toBe(before);
  });

  it('warns its owner once each time it passes 90 % or all of its quota', async () => {
    const made = await createPerson(kit.db, {
      email: 'full@diorama.test',
      name: 'Full',
      locale: 'es',
      passwordHash: null,
      isDemo: false,
      utm: null,
    });
    const accountId = made?.accountId ?? '';
    const object = await storeObject(
      { db: kit.db, store: deps.store },
      { accountId, body: Buffer.from('some file'), contentType: 'text/plain' },
    );
    await kit.db('assets').insert({
      id: randomUUID(),
      account_id: accountId,
      type: 3,
      name: 'big',
      size: 1,
      status: 'ready',
      original_object: object.id,
    });
    const fill = async (bytes: number) => {
      await kit.db('objects').where({ id: object.id }).update({ size: bytes });
      await kit.db.transaction((trx) =>
        recordEvent(trx, { name: 'storage.changed', payload: { accountId } }),
      );
      const used = () => kit.db('accounts').where({ id: accountId }).first('storage_used');
      await expect.poll(async () => (await used())?.storage_used, WAIT).toBe(bytes);
      const mails = await kit.db('emails').where({ recipient: 'full@diorama.test' }).orderBy('created_at');
      return mails.map(({ template }) => template);
    };
    const GB = 1_000_000_000;
    expect(await fill(1.7 * GB)).toEqual([]);
    expect(await fill(1.8 * GB)).toEqual(['storage-warning']);
    expect(await fill(1.9 * GB)).toEqual(['storage-warning']);
    expect(await fill(2 * GB)).toEqual(['storage-warning', 'storage-full']);
    expect(await fill(1.95 * GB)).toEqual(['storage-warning', 'storage-full']);
    expect(await fill(1 * GB)).toEqual(['storage-warning', 'storage-full']);
    expect(await fill(1.85 * GB)).toEqual(['storage-warning', 'storage-full', 'storage-warning']);
    const mail = await kit.db('emails').where({ recipient: 'full@diorama.test' }).first('props');
    expect(mail?.props.url).toMatch(`/es/storage?workspace=${accountId}`);
  });
});

describe('a view that is re-imagined', () => {
  const wish = async (image: Uint8Array, depth: Uint8Array | null = null) => {
    const { accountId, userId } = person;
    // The plan of this person has room for no more than those of the tests before.
    const { id: compositionId } = await kit.db('compositions').where({ account_id: accountId }).first('id');
    const store = (body: Uint8Array) =>
      storeObject(deps, { accountId, body: Buffer.from(body), contentType: 'image/png' });
    const object = await store(image);
    const far = depth && (await store(depth));
    const values = { prompt: 'In winter', style: 'winter', strength: 0.5, count: 3 } as const;
    return createReimagine(kit.db, {
      ...values,
      compositionId,
      accountId,
      userId,
      depthObject: far?.id ?? null,
      imageObject: object.id,
    });
  };
  const outcome = async (id: string) => {
    const isOver = async () =>
      ['completed', 'failed', 'cancelled'].includes((await findReimagine(kit.db, id))?.status ?? '');
    await expect.poll(isOver, WAIT).toBe(true);
    return findReimagine(kit.db, id);
  };

  it('becomes as many pictures as were wished for, and is counted', async () => {
    const before = await countLeft(kit.db, person.accountId);
    const done = await outcome(await wish(await solidPng(64, '#336699')));
    expect(done?.status).toBe('completed');
    expect(done?.candidate_objects).toHaveLength(3);
    const first = await stored(done?.candidate_objects[0] ?? null);
    expect(await sharp(first).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 });
    expect(await countLeft(kit.db, person.accountId)).toBe(before - 3);
  });

  it('is drawn with how far everything in it is', async () => {
    const [near, far] = await Promise.all(
      ['#ffffff', '#000000'].map(async (shade) => {
        const done = await outcome(await wish(await solidPng(8, '#203040'), await solidPng(8, shade)));
        const { channels } = await sharp(await stored(done?.candidate_objects[0] ?? null)).stats();
        return channels[0]?.mean ?? Number.NaN;
      }),
    );
    // What is far is in the haze of the stand-in.
    expect(far).toBeGreaterThan((near ?? 0) + 20);
  });

  it('is told to have failed when nobody takes it, and counts nothing', async () => {
    const before = await countLeft(kit.db, person.accountId);
    const { reimaginer } = deps;
    deps.reimaginer = { imagine: () => Promise.reject(new ReimagineError('reimagine.refused')) };
    const done = await outcome(await wish(await solidPng(8, '#ffffff')));
    deps.reimaginer = reimaginer;
    expect(done).toMatchObject({ status: 'failed', error_code: 'reimagine.refused', candidate_objects: [] });
    expect(await countLeft(kit.db, person.accountId)).toBe(before);
  });

  it('that was stopped stays stopped', async () => {
    const id = await wish(await solidPng(8, '#000000'));
    await cancelReimagine(kit.db, id);
    expect((await outcome(id))?.status).toMatch(/cancelled|completed/);
    await cancelReimagine(kit.db, id);
    expect(await beginReimagine(kit.db, id, 99)).toBe(false);
  });
});
