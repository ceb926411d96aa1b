import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { BackupPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';
import {
  checkBackup,
  restoreBackup,
  restoreSecrets,
} from '@diorama/shared/server/operations/backup/restore-backup.ts';
import { loadStackEnv } from '../env.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { runCommand } from '../run-command.ts';
import { untilAborted } from '../stop-signal.ts';
import {
  type Installation,
  isInstallationRunning,
  openInstallation,
  openPlace,
  secretsPath,
} from './installation.ts';

const USAGE = `npm run backup -- <folder or s3://bucket/prefix> [--with-secrets]
npm run restore -- <folder or s3://bucket/prefix>`;
const EXIT = { ok: 0, incomplete: 2 } as const;

/** `npm run backup` and `npm run restore`. @returns the exit status */
async function main(stop: AbortSignal): Promise<number> {
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
  return command === 'restore' ? restore(place, stop) : backUp(place, stop, values['with-secrets']);
}

async function backUp(place: BackupPlace, stop: AbortSignal, withSecrets: boolean): Promise<number> {
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
  const backingUp = () =>
    makeBackup({
      ...installation,
      place,
      secretsFile,
      signal: stop,
      onWait: () => console.error('Another backup of this installation runs: waiting for its end'),
      onProgress: ({ objects, of, bytes }) =>
        progress.show(`${objects} of ${of} objects, ${megabytes(bytes)} copied`),
    });
  const { manifest, copied, copiedBytes, missing, unremoved } = await untilAborted(stop, backingUp).finally(
    progress.end,
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Backup of ${manifest.takenAt}: ${manifest.tables.length} tables with ${rows} rows, ${manifest.objects.count} objects ` +
      `(${megabytes(manifest.objects.bytes)}), of which ${copied} were copied (${megabytes(copiedBytes)})`,
  );
  if (unremoved !== null) {
    console.error(`Files of earlier backups could not be removed: ${unremoved}`);
  }
  if (missing.length > 0) {
    console.error(`The store lacks ${missing.length} objects that are in use, such as ${missing[0]}`);
    return EXIT.incomplete;
  }
  return EXIT.ok;
}

async function restore(place: BackupPlace, stop: AbortSignal): Promise<number> {
  const env = loadStackEnv();
  if (env.databaseUrl === null) {
    if (isInstallationRunning(env)) {
      throw new Error(`Diorama runs on ${env.dataDir}: stop it, or restore into another DIORAMA_DATA_DIR`);
    }
  }
  // Before anything is written: a damaged backup leaves no secrets behind, which a start would use.
  const checked = await checkBackup(place);
  if (env.databaseUrl === null) {
    await restoreSecrets(place, secretsPath(env));
    mkdirSync(env.dataDir, { recursive: true, mode: 0o711 });
  }
  await using installation = await openInstallation(env, { mayBeNew: true });
  makeFilesPrivate();
  const progress = showProgress();
  const load = async () => {
    const restored = await restoreBackup({
      ...installation,
      place,
      checked,
      onProgress: ({ objects, of }) => progress.show(`${objects} of ${of} objects`),
    });
    await prepareDatabase({ databaseUrl: installation.databaseUrl, redisUrl: env.redisUrl });
    return restored;
  };
  const restoring = () => namingFullDisk(installation, load);
  const manifest = await untilAborted(stop, restoring).finally(progress.end);
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

runCommand(main);
