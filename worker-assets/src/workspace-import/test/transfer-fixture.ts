import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { type JobContext, JobPostponedError } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { createStore, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { requestExport } from '@diorama/shared/server/people/exports.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createImport, findImport, type ImportRow } from '@diorama/shared/server/workspaces/imports.ts';
import { makePerson, type TestPerson } from '@diorama/stack/test/factories.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { accountExport } from '@diorama/worker-notify/jobs/account-export.ts';
import { afterAll, beforeAll } from 'vitest';
import { assetImport } from '../../jobs/asset-import.ts';
import { assetThumbnail } from '../../jobs/asset-thumbnail.ts';
import type { JobDeps } from '../../jobs/deps.ts';
import { workspaceImport } from '../../jobs/workspace-import.ts';

const PUBLIC_URL = 'https://diorama.test';

/** An installation of {@link useTransfers}. */
export type Transfers = ReturnType<typeof useTransfers>;

/**
 * Workspaces, and the jobs that take one out and bring it in.
 * @param options.tools - what converts files; without it a file becomes ready as it is
 */
export function useTransfers({ tools }: { tools?: () => Pick<JobDeps, 'stage' | 'pool'> } = {}) {
  const database = useDatabase();
  let dir: string;
  let disk: ObjectStore;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'diorama-transfer-'));
    // The conversion children may pass through it.
    await chmod(dir, 0o711);
    disk = createStore({ s3: null, dataDir: dir });
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  const db = () => database.db;
  /** A confirmed user on a plan with room. */
  const makeOwner = async (name: string, plan = 'pro'): Promise<TestPerson> => {
    const person = await makePerson(db(), { email: `${name}-${uuidv7()}@people.test`, name });
    await db()('users').where({ id: person.userId }).update({ email_confirmed_at: db().fn.now() });
    await db()('accounts')
      .where({ id: person.accountId })
      .update({ plan, name: `Workspace of ${name}` });
    return person;
  };

  const addFile = async (
    { accountId, userId }: TestPerson,
    file: { body: Buffer; name: string; type: number; uploadType?: string; compositionId?: string },
  ): Promise<string> => {
    const { body, name, type, uploadType = null, compositionId = null } = file;
    const object = await storeObject(
      { db: db(), store: disk },
      { accountId, body, contentType: 'image/png' },
    );
    const asset = { accountId, userId, compositionId, type, uploadType, name, size: object.size };
    const id = await createAsset(db(), { ...asset, objectId: object.id, uploadId: null });
    await convert();
    return id;
  };
  /** Converts all waiting files, or stands for it. */
  const convert = async () => {
    if (tools) {
      await convertFiles({ ...silentDeps(), db: db(), store: disk, tmpDir: join(dir, 'jobs'), ...tools() });
    } else {
      await db().raw(
        `update assets set status = 'ready', main_object = original_object where status = 'uploaded'`,
      );
    }
  };

  const exportOf = async ({ userId, accountId }: TestPerson): Promise<Buffer> => {
    await db().transaction((trx) => requestExport(trx, { userId, accountId }));
    const { id } = await db()('account_exports').where({ account_id: accountId, key: null }).first('id');
    await accountExport({ db: db(), store: disk, publicUrl: PUBLIC_URL })({ exportId: id }, jobContext());
    const row = await db()('account_exports').where({ id }).first('key');
    return buffer((await disk.get(row.key)).stream);
  };

  const upload = async ({ userId, accountId }: TestPerson, archive: Buffer): Promise<string> => {
    const key = `imports/${uuidv7()}.zip`;
    await disk.put(key, Readable.from([archive]), { contentType: 'application/zip' });
    const row = { accountId, userId, uploadId: uuidv7(), name: 'archive.zip', size: archive.length, key };
    const id = await createImport(db(), row);
    if (id === null) {
      throw new Error('Another import runs');
    }
    return id;
  };

  /** Runs the job until it ends, with the conversions that it waits for. */
  const runImport = async (
    importId: string,
    { store = disk, context = {} }: { store?: ObjectStore; context?: Partial<JobContext> } = {},
  ): Promise<ImportRow> => {
    const run = workspaceImport({ db: db(), store, publicUrl: PUBLIC_URL, tmpDir: join(dir, 'jobs') });
    for (;;) {
      try {
        await run({ importId }, jobContext(context));
        const row = await findImport(db(), importId);
        if (row === null) {
          throw new Error('The import is gone');
        }
        return row;
      } catch (error) {
        if (!(error instanceof JobPostponedError)) {
          throw error;
        }
        await convert();
      }
    }
  };

  return {
    get db() {
      return database.db;
    },
    get store() {
      return disk;
    },
    makeOwner,
    addFile,
    exportOf,
    upload,
    runImport,
    importInto: async (person: TestPerson, archive: Buffer) => runImport(await upload(person, archive)),
  };
}

const silentDeps = () => ({
  publicUrl: PUBLIC_URL,
  reimaginer: null,
  avatarOrigins: [],
  logger: createLogger('test', { level: 'silent' }),
});

/** Runs the jobs of uploaded files. */
async function convertFiles(deps: JobDeps): Promise<void> {
  const waiting = await deps.db('assets').where({ status: 'uploaded' }).select('id', 'import_round');
  for (const { id, import_round: round } of waiting) {
    await assetImport(deps)({ assetId: id, round }, jobContext());
    await assetThumbnail(deps)({ assetId: id }, jobContext());
  }
}
