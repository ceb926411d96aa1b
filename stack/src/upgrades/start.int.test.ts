// @module-tag full
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../env.ts';
import { keepBeforeUpgrade } from '../keep-before-upgrade.ts';
import { startPostgres } from '../postgres/launch.ts';
import { loadSecrets } from '../secrets.ts';
import { type LaunchedStack, launchStack } from '../test/launch-stack.ts';
import { restoreOld } from './test/restore-old.ts';
import { OWNER_EMAIL } from './test/sample-data.ts';
import { unpackDump } from './test/unpack-dump.ts';
import { upgradeFolder } from './upgrade-folder.ts';

describe('npm start with the data of an older release', () => {
  let dataDir: string;
  let stack: LaunchedStack | null = null;
  afterEach(async () => {
    await stack?.dispose();
    stack = null;
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Runs a step on the data folder's database while nothing else runs on it. */
  const onDatabase = async <T>(act: (url: string) => Promise<T>): Promise<T> => {
    const { secrets } = loadSecrets(dataDir, { isLocal: true });
    const postgres = await startPostgres({ dataDir, password: secrets.postgresPassword });
    try {
      return await act(postgres.url);
    } finally {
      await postgres.stop();
    }
  };
  const makeOldInstallation = async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'diorama-old-'));
    await promisify(execFile)('chmod', ['711', dataDir]);
    const folder = join(dataDir, 'dump');
    await unpackDump('0001-baseline', folder);
    await onDatabase((url) => restoreOld(url, folder));
  };
  const steps = (url: string) => {
    const db = createDb(url, { name: 'test', max: 1 });
    return db('schema_steps')
      .pluck('name')
      .finally(() => db.destroy());
  };

  it('keeps a copy of the database until it is ready', async () => {
    await makeOldInstallation();
    stack = await launchStack({ dataDir });
    expect(stack.output()).toContain('kept a copy of the database from before the upgrade');
    expect(existsSync(upgradeFolder(dataDir))).toBe(false);
    expect((await fetch(`${stack.url}/api/health`)).status).toBe(200);
  });

  it('is reverted by a command after a failed start', async () => {
    await makeOldInstallation();
    await onDatabase(async (url) => {
      await keepBeforeUpgrade(url, dataDir, { isOfStart: true });
      await migrate(url);
    });
    const script = join(PROJECT_ROOT, 'stack/src/upgrades/go-back.ts');
    const env = { ...process.env, DIORAMA_DATA_DIR: dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
    expect(stdout).toContain('Start the release from before the upgrade now');
    expect(existsSync(upgradeFolder(dataDir))).toBe(false);
    await onDatabase(async (url) => {
      expect(await steps(url)).toEqual(['0001-baseline']);
      const db = createDb(url, { name: 'test', max: 1 });
      expect(await db('users').where({ email: OWNER_EMAIL })).toHaveLength(1);
      await db.destroy();
    });
  });
});
