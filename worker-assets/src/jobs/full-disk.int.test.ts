import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { translateImportSentence } from '@diorama/shared/i18n/import-sentences.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { findObject, storeObject } from '@diorama/shared/server/db/objects.ts';
import { findAsset } from '@diorama/shared/server/db/read-models/assets.ts';
import { createAsset } from '@diorama/shared/server/db/repositories/assets.ts';
import { createPerson } from '@diorama/shared/server/db/repositories/people.ts';
import { createLogger } from '@diorama/shared/server/logger.ts';
import { createDiskStore } from '@diorama/shared/server/store/disk.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { canBeFull, disk } from '@diorama/stack/test/full-disk.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConversionPool } from '../import/conversion-pool.ts';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { documentWith, squareMesh } from '../test/sample-documents.ts';
import { assetImport } from './asset-import.ts';
import type { JobDeps } from './deps.ts';
import { failureHooks } from './index.ts';

vi.mock(import('node:fs'), async (importOriginal) => {
  const { fillable } = await import('@diorama/stack/test/full-disk.ts');
  return fillable(await importOriginal());
});

const isHere = canBeFull('imports on a full disk');

describe.skipIf(!isHere)('an import on a disk that is full', () => {
  let dir: string;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Knex;
  let deps: JobDeps;
  let person: { userId: string; accountId: string };
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'diorama-full-'));
    await chmod(dir, 0o711);
    database = await createTestDatabase();
    db = createDb(database.url, { name: 'full-disk-test' });
    deps = {
      db,
      store: createDiskStore(join(dir, 'objects')),
      pool: await ConversionPool.create({ size: 1 }),
      stage: { warm: async () => undefined } as JobDeps['stage'],
      tmpDir: join(dir, 'jobs'),
      publicUrl: 'http://localhost',
      reimaginer: null,
      logger: createLogger('test', { level: 'silent' }),
    };
    const profile = { email: 'maker@diorama.test', name: 'Maker', locale: 'en', passwordHash: 'none' };
    const made = await createPerson(db, { ...profile, isDemo: false, utm: null } as Parameters<
      typeof createPerson
    >[1]);
    if (!made) {
      throw new Error('The person was not made');
    }
    person = made;
  });
  afterEach(() => {
    disk.fullBelow = '';
  });
  afterAll(async () => {
    deps?.pool.close();
    await db?.destroy();
    await database?.drop();
    await rm(dir, { recursive: true, force: true });
  });

  const upload = async (name: string, bytes: Uint8Array, type: number) => {
    const { accountId, userId } = person;
    const object = await storeObject(deps, { accountId, body: Buffer.from(bytes), contentType: 'a/b' });
    const place = { accountId, userId, compositionId: null, uploadType: null, uploadId: null };
    return createAsset(db, { ...place, type, name, size: bytes.length, objectId: object.id });
  };
  const square = async (name: string) =>
    (await createGltfIo()).writeGlb(
      documentWith((made) => [made.createNode(name).setMesh(squareMesh(made, name))]),
    );
  const run = (assetId: string) =>
    assetImport(deps)({ assetId }, {
      ...{ jobId: 'job', attempt: 1, isLastAttempt: true, fence: 1, logger: deps.logger },
      signal: new AbortController().signal,
      progress: async () => undefined,
      complete: async () => undefined,
    } satisfies JobContext);
  const used = async () =>
    (await db('accounts').where({ id: person.accountId }).first('storage_used')).storage_used;
  const stored = async (id: string | null | undefined) => {
    const object = await findObject(db, id ?? '');
    return buffer((await deps.store.get(object?.key ?? '')).stream);
  };
  const left = async () => [
    ...(await readdir(join(dir, 'jobs')).catch(() => [])),
    ...(await readdir(join(dir, 'objects', 'tmp'))),
  ];

  it.each([
    ['its original is fetched', ['jobs']],
    ['its results are kept', ['objects']],
  ])(
    'that ends when %s is no fault of the file, leaves nothing, and is done when there is room',
    async (when, path) => {
      const bytes = await square(when);
      const assetId = await upload('square.glb', bytes, ASSET_TYPE.model);
      const before = await used();
      disk.fullBelow = join(dir, ...path);
      await expect(run(assetId)).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await findAsset(db, assetId)).toMatchObject({ status: 'processing', main_object: null });
      expect([await left(), await used()]).toEqual([[], before]);
      disk.fullBelow = '';
      await run(assetId);
      await assertValidGlb(new Uint8Array(await stored((await findAsset(db, assetId))?.main_object)));
      expect([await left(), await used()]).toEqual([[], before]);
    },
  );

  it('that never finds room fails with a reason in everybody’s language, and counts nothing', async () => {
    const before = await used();
    const assetId = await upload('square.glb', await square('never'), ASSET_TYPE.model);
    disk.fullBelow = join(dir, 'jobs');
    await expect(run(assetId)).rejects.toMatchObject({ code: 'ENOSPC' });
    const failure = { reason: 'ENOSPC', code: null };
    await db.transaction(async (trx) => failureHooks['asset.import-large']?.({ assetId }, failure, trx));
    const asset = await findAsset(db, assetId);
    expect(asset).toMatchObject({ status: 'failed', error_code: 'import.failed' });
    const reason = asset?.error_detail ?? '';
    expect(translateImportSentence(reason, 'en')).toContain('try again later');
    expect(translateImportSentence(reason, 'es')).toContain('más tarde');
    expect([await left(), await used()]).toEqual([[], before]);
  });
});
