import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  createDirectAddresses,
  type DirectAddresses,
} from '@diorama/shared/server/objects/direct-addresses.ts';
import { createStore, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import {
  type BackupPlace,
  isBucketAddress,
  openBackupPlace,
} from '@diorama/shared/server/operations/backup/backup-place.ts';
import { namesFullDisk } from '@diorama/shared/server/runtime/disk-fault.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import type { StackEnv } from '../env.ts';
import { startPostgres } from '../postgres/launch.ts';
import { identify } from '../processes.ts';
import { readRun } from '../run-file.ts';
import { loadSecrets } from '../secrets.ts';

/** The database and the objects of the installation that the environment describes. */
export type Installation = AsyncDisposable & {
  databaseUrl: string;
  store: ObjectStore;
  /** Addresses of `FILES_URL`; null where gateways serve files. */
  addresses: DirectAddresses | null;
  /** Whether its own PostgreSQL, which may end because of it, has met a full disk. */
  hasFullDisk(): boolean;
};

/** Path of the secrets of an embedded installation. */
export function secretsPath({ dataDir }: Pick<StackEnv, 'dataDir'>): string {
  return join(dataDir, 'secrets.json');
}

/** Whether `npm start` runs on the data folder. */
export function isInstallationRunning({ dataDir }: Pick<StackEnv, 'dataDir'>): boolean {
  const run = readRun(dataDir);
  return run !== null && identify(run.stack.pid)?.startedAt === run.stack.startedAt;
}

/**
 * Opens the place of a backup.
 * @param options.base - folder to which a path is relative
 * @param options.variables - environment with the store of a bucket
 * @throws Error for a bucket without its variables
 */
export function openPlace(
  address: string,
  { base, variables }: { base: string; variables: NodeJS.ProcessEnv },
): BackupPlace {
  // No database is opened here, but the environment must have one to be read.
  const { backupStore } = loadEnv({ ...variables, DATABASE_URL: 'postgres://' }, 'worker-notify');
  return openBackupPlace(isBucketAddress(address) ? address : resolve(base, address), backupStore);
}

/** Whether `npm start` or a restore has made a database for the data folder. */
export function hasDatabase({ dataDir }: Pick<StackEnv, 'dataDir'>): boolean {
  return ['postgres', 'postgres.path'].some((name) => existsSync(join(dataDir, name)));
}

/**
 * Opens an installation, whose own PostgreSQL is started where nothing runs on its data folder.
 * @param options.mayBeNew - whether the data folder may be empty
 * @throws Error where it is and may not
 */
export async function openInstallation(env: StackEnv, { mayBeNew = false } = {}): Promise<Installation> {
  if (env.databaseUrl === null && !mayBeNew && !(hasDatabase(env) && existsSync(secretsPath(env)))) {
    throw new Error(`There is no installation in ${env.dataDir}: set DIORAMA_DATA_DIR to its data folder`);
  }
  await using opening = new AsyncDisposableStack();
  let isFull = false;
  const onLine = (line: string) => {
    isFull ||= namesFullDisk(line);
  };
  const databaseUrl = env.databaseUrl ?? (await openDatabase(env, { opening, onLine }));
  const source = { ...env.inherited, DATABASE_URL: databaseUrl, DIORAMA_DATA_DIR: env.dataDir };
  // The environment of a process that has the keys of the store, and none that sign.
  const { s3, dataDir, filesUrl } = loadEnv(source, 'worker-assets');
  const store = createStore({ s3, dataDir });
  const opened = opening.move();
  const addresses = s3 && filesUrl !== null ? createDirectAddresses({ s3, filesUrl }) : null;
  const hasFullDisk = () => isFull;
  return { databaseUrl, store, addresses, hasFullDisk, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function openDatabase(
  env: StackEnv,
  { opening, onLine }: { opening: AsyncDisposableStack; onLine: (line: string) => void },
): Promise<string> {
  const run = isInstallationRunning(env) ? readRun(env.dataDir) : null;
  if (run?.addresses.database) {
    return run.addresses.database;
  }
  if (run) {
    throw new Error(`Diorama is starting on ${env.dataDir}: try again in a moment`);
  }
  const { secrets } = loadSecrets(env.dataDir, { isLocal: true });
  const postgres = await startPostgres({
    dataDir: env.dataDir,
    password: secrets.postgresPassword,
    onLine,
  });
  opening.defer(() => postgres.stop());
  return postgres.url;
}
