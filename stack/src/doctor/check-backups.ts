import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import { type BackupPlace, isBucketAddress } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { readBackupManifest } from '@diorama/shared/server/operations/backup/manifest.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { openPlace } from '../backup/installation.ts';
import { PROJECT_ROOT, type StackEnv } from '../env.ts';
import type { Finding } from './finding.ts';

const HOUR_MS = 60 * 60_000;
/** A nightly backup may take two hours longer than the one before. */
const OVERDUE_HOURS = 26;

/** Checks that the place of the nightly backup takes files, and the age of its newest backup. */
export async function checkBackups({
  inherited,
  publicUrl,
}: Pick<StackEnv, 'inherited' | 'publicUrl'>): Promise<Finding[]> {
  const address = inherited.BACKUP_DIR;
  if (!address) {
    const isLocal = isLoopback(new URL(publicUrl).hostname);
    return [
      isLocal
        ? { level: 'ok', text: 'none are made by themselves, as BACKUP_DIR is not set' }
        : {
            level: 'warning',
            text: 'none are made by themselves',
            remedy: 'Set BACKUP_DIR, or run npm run backup each night',
          },
    ];
  }
  const place = openPlace(address, { base: PROJECT_ROOT, variables: inherited });
  const folder = resolve(PROJECT_ROOT, address);
  if (isBucketAddress(address) || existsSync(folder)) {
    await writeProbe(place);
  } else {
    await access(existingFolder(folder), constants.W_OK);
  }
  const manifest = await readBackupManifest(place);
  return [
    { level: 'ok', text: `${place.name} can be written to` },
    ageOf(manifest === null ? null : Date.parse(manifest.takenAt), { now: Date.now(), address }),
  ];
}

/** Finding about the newest backup of a place. Times are in milliseconds since 1970, null for none. */
export function ageOf(takenAt: number | null, { now, address }: { now: number; address: string }): Finding {
  const remedy = `Run npm run backup -- ${address}, and read the reason of the last failure on /operators`;
  if (takenAt === null) {
    return { level: 'warning', text: 'there is no backup yet', remedy };
  }
  const hours = Math.floor((now - takenAt) / HOUR_MS);
  return hours < OVERDUE_HOURS
    ? { level: 'ok', text: `the newest is ${hours} hours old` }
    : { level: 'problem', text: `the newest is ${hours} hours old`, remedy };
}

/** Writes a small file and deletes it. */
async function writeProbe(place: BackupPlace): Promise<void> {
  const path = `doctor-${uuidv7()}`;
  try {
    await place.write(path, Readable.from(['doctor']));
  } finally {
    await place.remove(path);
  }
}

/** The folder, or the one above it that exists. */
export function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}
