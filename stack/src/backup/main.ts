import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { BackupPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';
import { restoreBackup, restoreSecrets } from '@diorama/shared/server/operations/backup/restore-backup.ts';
import { isDiskFull } from '@diorama/shared/server/runtime/disk-fault.ts';
import { loadStackEnv } from '../env.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { type Installation, isRunning, openInstallation, openPlace, secretsPath } from './installation.ts';

const USAGE = `npm run backup -- <folder or s3://bucket/prefix> [--with-secrets]
npm run restore -- <folder or s3://bucket/prefix>`;
const EXIT = { ok: 0, failed: 1, incomplete: 2 } as const;

/** `npm run backup` and `npm run restore`. @returns the exit status */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'with-secrets': { type: 'boolean', default: false } },
  });
  const [command, path, ...others] = positionals;
  if (path === undefined || others.length > 0) {
    throw new Error(USAGE);
  }
  const env = loadStackEnv();
  const place = openPlace(path, { base: env.callerFolder, variables: env.inherited });
  return command === 'restore' ? restore(place) : backUp(place, values['with-secrets']);
}

async function backUp(place: BackupPlace, withSecrets: boolean): Promise<number> {
  const env = loadStackEnv();
  const secretsFile = withSecrets ? secretsPath(env) : null;
  if (secretsFile !== null && !existsSync(secretsFile)) {
    throw new Error(
      `There are no secrets in ${env.dataDir}: those of this installation are in its environment`,
    );
  }
  await using installation = await openInstallation(env);
  makeFilesPrivate();
  const progress = showProgress();
  const { manifest, copied, copiedBytes, missing } = await makeBackup({
    ...installation,
    place,
    secretsFile,
    onProgress: ({ objects, bytes }) => progress.show(`${objects} objects, ${megabytes(bytes)} copied`),
  });
  progress.end();
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Backup of ${manifest.takenAt}: ${manifest.tables.length} tables with ${rows} rows, ${manifest.objects.count} objects ` +
      `(${megabytes(manifest.objects.bytes)}), of which ${copied} were copied (${megabytes(copiedBytes)})`,
  );
  if (missing.length > 0) {
    console.error(`The store lacks ${missing.length} objects that are in use, such as ${missing[0]}`);
    return EXIT.incomplete;
  }
  return EXIT.ok;
}

async function restore(place: BackupPlace): Promise<number> {
  const env = loadStackEnv();
  if (env.databaseUrl === null) {
    if (isRunning(env)) {
      throw new Error(`Diorama runs on ${env.dataDir}: stop it, or restore into another DIORAMA_DATA_DIR`);
    }
    await restoreSecrets(place, secretsPath(env));
    mkdirSync(env.dataDir, { recursive: true, mode: 0o711 });
  }
  await using installation = await openInstallation(env);
  makeFilesPrivate();
  const progress = showProgress();
  const manifest = await namingFullDisk(installation, async () => {
    const restored = await restoreBackup({
      ...installation,
      place,
      onProgress: ({ objects, of }) => progress.show(`${objects} of ${of} objects`),
    });
    await prepareDatabase({ databaseUrl: installation.databaseUrl, redisUrl: env.redisUrl });
    return restored;
  });
  progress.end();
  console.log(`Restored the backup of ${manifest.takenAt}: ${manifest.objects.count} objects`);
  return EXIT.ok;
}

/** @throws Error of a full disk instead of a lost connection, where PostgreSQL has ended because of it */
async function namingFullDisk<Result>(
  installation: Installation,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw installation.hasFullDisk()
      ? Object.assign(new Error('The disk is full'), { code: 'ENOSPC' })
      : error;
  }
}

/**
 * A backup holds addresses, hashes of passwords and private files. Called once PostgreSQL runs, whose user must enter the
 * folders that its start makes.
 */
function makeFilesPrivate(): void {
  process.umask(0o077);
}

const SHOW_EVERY_MS = 200;

/** A line that is replaced on a terminal, and nothing elsewhere. */
function showProgress() {
  let shownAt = 0;
  return {
    show: (text: string) => {
      if (process.stderr.isTTY && performance.now() - shownAt > SHOW_EVERY_MS) {
        shownAt = performance.now();
        process.stderr.write(`\r\x1b[K${text}`);
      }
    },
    end: () => {
      if (process.stderr.isTTY) {
        process.stderr.write('\r\x1b[K');
      }
    },
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** One sentence about a failure. */
function sentenceOf(error: unknown): string {
  if (isDiskFull(error)) {
    return 'The disk is full. What was there before is unchanged: make room and try again';
  }
  return error instanceof Error ? error.message : String(error);
}

main().then(
  (status) => process.exit(status),
  (error) => {
    console.error(sentenceOf(error));
    process.exit(EXIT.failed);
  },
);
