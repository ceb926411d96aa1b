import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { storeObject } from '@diorama/shared/server/db/objects.ts';
import { type AssetRow, findAsset } from '@diorama/shared/server/db/read-models/assets.ts';
import { failAsset, finishModel } from '@diorama/shared/server/db/repositories/asset-import.ts';
import { createAsset } from '@diorama/shared/server/db/repositories/assets.ts';
import { createPerson } from '@diorama/shared/server/db/repositories/people.ts';
import { loadEnv } from '@diorama/shared/server/env.ts';
import { createLogger } from '@diorama/shared/server/logger.ts';
import { createStore } from '@diorama/shared/server/store/store.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OverwhelmedError, StageError, UnshowableError } from '../stage/stage-error.ts';
import { assetImport } from './asset-import.ts';
import { assetThumbnail } from './asset-thumbnail.ts';
import type { JobDeps } from './deps.ts';
import { failureHooks } from './index.ts';

const logger = createLogger('faults-test', { level: 'silent' });
const OBJ = Buffer.from('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');

let dir: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Knex;
let deps: JobDeps;
let person: { userId: string; accountId: string };
/** What the browser does next. */
let browser: () => Promise<Buffer>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-faults-test-'));
  database = await createTestDatabase();
  db = createDb(database.url, { name: 'faults-test' });
  const env = loadEnv({ DATABASE_URL: database.url, SECRET_KEY: 'x'.repeat(32), DIORAMA_DATA_DIR: dir });
  const upload = { format: 'obj', main: { name: 'a.obj', path: 'a' }, files: [], warnings: [] };
  const stage = { warm: async () => undefined, convert: () => browser(), drawModel: () => browser() };
  const pool = { user: {}, run: async () => upload };
  // Only what these two jobs use of a worker, so that the browser does as it is told.
  deps = { db, store: createStore(env), stage, pool, tmpDir: dir, logger } as unknown as JobDeps;
  const profile = { email: 'maker@diorama.test', name: 'Maker', locale: 'en', passwordHash: 'none' };
  const made = await createPerson(db, { ...profile, isDemo: false, utm: null } as Parameters<
    typeof createPerson
  >[1]);
  if (!made) {
    throw new Error('The person was not made');
  }
  person = made;
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
  await rm(dir, { recursive: true, force: true });
});

async function upload(): Promise<AssetRow> {
  const { accountId, userId } = person;
  const object = await storeObject(deps, { accountId, body: OBJ, contentType: 'model/obj' });
  const file = { name: 'a.obj', size: OBJ.length, objectId: object.id, type: ASSET_TYPE.model };
  const place = { accountId, userId, compositionId: null, uploadType: null, uploadId: null };
  return read(await createAsset(db, { ...place, ...file }));
}

async function read(id: string): Promise<AssetRow> {
  const asset = await findAsset(db, id);
  if (!asset) {
    throw new Error('The asset is gone');
  }
  return asset;
}

function run(isLastAttempt: boolean): JobContext & { completed: number } {
  const context = {
    jobId: 'job',
    attempt: 1,
    isLastAttempt,
    fence: 1,
    logger,
    signal: new AbortController().signal,
    progress: async () => undefined,
    completed: 0,
    complete: async () => {
      context.completed += 1;
    },
  };
  return context;
}

const REPORT = { converted: [], resized: [], merged: [], dropped: [], missing: [], warnings: [] };

describe('a file that is too much for the browser', () => {
  it('is tried again, and ends as a job that is done', async () => {
    const asset = await upload();
    browser = () => Promise.reject(new OverwhelmedError('The page crashed'));
    const first = run(false);
    await expect(assetImport(deps)({ assetId: asset.id }, first)).rejects.toThrow('The page crashed');
    expect([(await read(asset.id)).status, first.completed]).toEqual(['processing', 0]);
    const last = run(true);
    expect(await assetImport(deps)({ assetId: asset.id }, last)).toEqual({ status: 'failed' });
    expect(await read(asset.id)).toMatchObject({ status: 'failed', error_code: 'import.failed' });
    expect(last.completed).toBe(1);
  });

  it('is not blamed for a browser that is away', async () => {
    const asset = await upload();
    browser = () => Promise.reject(new StageError('The browser cannot be started'));
    await expect(assetImport(deps)({ assetId: asset.id }, run(true))).rejects.toThrow('cannot be started');
    expect((await read(asset.id)).status).toBe('processing');
  });
});

describe('a model of which there is no picture', () => {
  const converted = async () => {
    const asset = await upload();
    const main = asset.original_object ?? '';
    await db('assets').where({ id: asset.id }).update({ status: 'processing', main_object: main });
    return asset;
  };
  const warnings = [expect.stringMatching(/No picture/)];

  it('because it shows nothing is ready with a placeholder and a warning', async () => {
    const asset = await converted();
    const payload = { assetId: asset.id };
    browser = () => Promise.reject(new UnshowableError('The browser drew a blank picture'));
    await expect(assetThumbnail(deps)(payload, run(false))).rejects.toThrow('a blank picture');
    expect((await read(asset.id)).status).toBe('processing');
    const last = run(true);
    const { thumbnail } = await assetThumbnail(deps)(payload, last);
    expect(await read(asset.id)).toMatchObject({
      status: 'ready',
      thumbnail_object: thumbnail,
      report: { warnings },
    });
    expect([typeof thumbnail, last.completed]).toEqual(['string', 1]);
  });

  it('because the browser hangs is ready too, is the operators’ matter, and may get its picture later', async () => {
    const asset = await converted();
    const payload = { assetId: asset.id };
    browser = () => Promise.reject(new OverwhelmedError('The browser took too long'));
    await expect(assetThumbnail(deps)(payload, run(true))).rejects.toThrow('took too long');
    const failure = { reason: 'The browser took too long', code: null };
    await db.transaction(async (trx) => failureHooks['asset.thumbnail']?.(payload, failure, trx));
    expect(await read(asset.id)).toMatchObject({
      status: 'ready',
      thumbnail_object: null,
      report: { warnings },
    });
    browser = async () => Buffer.from('picture');
    const { thumbnail } = await assetThumbnail(deps)(payload, run(false));
    expect(thumbnail).not.toBeNull();
    expect(await read(asset.id)).toMatchObject({
      status: 'ready',
      thumbnail_object: thumbnail,
      report: { warnings: [] },
    });
  });
});

describe('what a file calls its parts', () => {
  it('may be of letters that the database cannot hold', async () => {
    const asset = await upload();
    const main = asset.original_object ?? '';
    const hostile = 'Oak\0 \ud800!';
    await db.transaction((trx) =>
      finishModel(trx, asset, {
        main,
        mobile: main,
        report: { ...REPORT, missing: [hostile] },
        extra: { slots: [hostile], animations: [{ name: hostile, seconds: 1 }] },
      }),
    );
    expect(await read(asset.id)).toMatchObject({
      report: { missing: ['Oak \ufffd!'] },
      extra: { slots: ['Oak \ufffd!'], animations: [{ name: 'Oak \ufffd!', seconds: 1 }] },
    });
    await db.transaction((trx) => failAsset(trx, asset, { code: 'import.failed', detail: hostile }));
    expect((await read(asset.id)).error_detail).toBe('Oak \ufffd!');
  });
});
