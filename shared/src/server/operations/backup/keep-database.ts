import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { freeBytesFor, isDiskFull } from '../../runtime/disk-fault.ts';
import { folderPlace } from './backup-place.ts';
import { dumpDatabase } from './dump-database.queries.ts';
import { measureDatabase, replaceDatabase } from './load-database.queries.ts';
import { type Manifest, readBackupManifest, writeManifest } from './manifest.ts';
import { checkTables } from './restore-backup.ts';

/** Folder of the tables in the copy. */
const TABLES = 'database-before-upgrade';

/** Result of an attempt to keep a copy. Bytes are those of the database and of the disk. */
export type KeptCopy = { outcome: 'kept' | 'known' } | { outcome: 'no-room'; needed: number; free: number };

/**
 * Keeps a copy of the tables of a database, without objects. A copy from before the first attempt of the same upgrade
 * stays. Another one is replaced.
 * @param options.pending - migrations of the upgrade
 * @param options.isOfStart - whether a healthy start removes the copy, so that one that is there is of the same upgrade
 */
export async function keepDatabase(
  databaseUrl: string,
  folder: string,
  { pending, isOfStart }: { pending: readonly string[]; isOfStart: boolean },
): Promise<KeptCopy> {
  const place = folderPlace(folder);
  const manifest = await readBackupManifest(place);
  if (manifest !== null && (isOfStart || isUnderWay(manifest, pending))) {
    return { outcome: 'known' };
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, TABLES), { recursive: true, mode: 0o700 });
  const needed = await measureDatabase(databaseUrl);
  const free = await freeBytesFor(folder);
  try {
    if (free >= needed) {
      await writeCopy(databaseUrl, folder, pending);
      return { outcome: 'kept' };
    }
  } catch (error) {
    // PostgreSQL compresses rows, so that their text can be larger than the database.
    if (!isDiskFull(error)) {
      throw error;
    }
  }
  await rm(folder, { recursive: true });
  return { outcome: 'no-room', needed, free };
}

async function writeCopy(databaseUrl: string, folder: string, pending: readonly string[]): Promise<void> {
  const place = folderPlace(folder);
  const listed = join(folder, 'objects-to-copy.jsonl');
  const { dumped } = await dumpDatabase(databaseUrl, { place, folder: TABLES, objectsPath: listed });
  await rm(listed);
  await place.write(`${TABLES}/objects.jsonl`, Readable.from([]));
  await writeManifest(place, {
    version: 1,
    takenAt: new Date().toISOString(),
    folder: TABLES,
    ...dumped,
    objects: { count: 0, bytes: 0, sha256: createHash('sha256').digest('hex') },
    hasSecrets: false,
    upgrade: [...pending],
  });
}

/** Whether the database has some migrations of the upgrade of a copy and lacks others, as an attempt has failed. */
function isUnderWay({ upgrade = [] }: Manifest, pending: readonly string[]): boolean {
  const missing = upgrade.filter((name) => pending.includes(name)).length;
  return missing > 0 && missing < upgrade.length;
}

/**
 * Replaces a database by the copy from before the upgrade, with the schema of that time, and removes the copy.
 * It can be repeated after it was killed.
 * @returns the time of the copy
 * @throws Error where there is no whole copy
 */
export async function goBack(databaseUrl: string, folder: string): Promise<string> {
  const place = folderPlace(folder);
  const manifest = await readBackupManifest(place);
  if (manifest === null) {
    throw new Error(
      `There is no copy from before an upgrade in ${place.name}: a healthy start removed it, or nothing was migrated`,
    );
  }
  await checkTables(manifest, place);
  await replaceDatabase(databaseUrl, manifest, place);
  await rm(folder, { recursive: true, force: true });
  return manifest.takenAt;
}
