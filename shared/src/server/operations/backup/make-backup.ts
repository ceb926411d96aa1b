import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { ObjectMissingError, type ObjectStore } from '../../objects/store.ts';
import { forEachLimited } from '../../runtime/for-each-limited.ts';
import { type BackupLock, withBackupLock } from './backup-lock.ts';
import { type BackupPlace, upload } from './backup-place.ts';
import { ChecksumMismatchError, createChecksumStream } from './checksums.ts';
import { dumpDatabase, hasAnyAccount, listReferenced, type ObjectRow } from './dump-database.queries.ts';
import {
  type BackedUpObject,
  checkedPartOf,
  isTablePath,
  type Manifest,
  objectPath,
  PARTS,
  readBackupManifest,
  tablesFolder,
  writeManifest,
} from './manifest.ts';
import { removeUnnamedObjects } from './remove-unnamed-objects.ts';

/** Objects that are copied at the same time. */
const AT_ONCE = 4;
const PAGE = 1_000;

/** Objects that were looked at, of all, and how many of them were copied, with how many bytes. */
export type BackupProgress = (done: { objects: number; of: number; copied: number; bytes: number }) => void;

export type BackupSummary = {
  manifest: Manifest;
  /** Objects that were copied, as the place lacked them or had a broken copy. */
  copied: number;
  copiedBytes: number;
  /** Keys that the database names and the store lacks, or that have other content than they should. */
  missing: string[];
  /** Why files of earlier backups could not be removed; null where all were. */
  unremoved: unknown;
};

type BackupOptions = {
  place: BackupPlace;
  databaseUrl: string;
  store: ObjectStore;
  secretsFile?: string | null;
  /**
   * Copies of the place whose sums are compared: all, or those of the next part, see {@link PARTS}. The presence and the
   * size of the others are compared. All by default.
   */
  checks?: 'all' | 'part';
  onProgress?: BackupProgress;
  /** Called where another backup or a rehearsal runs, whose end is awaited. */
  onWait?: () => void;
  /** Ends the backup; the one before it stays whole. */
  signal?: AbortSignal;
  now?: () => Date;
};

/**
 * Makes a backup of a running installation: the database at one moment, then the objects that it names. Objects that the
 * place has are checked and not copied again. A backup that is interrupted leaves the one before it whole.
 * @param options.secretsFile - copied too where it is given
 */
export async function makeBackup(options: BackupOptions): Promise<BackupSummary> {
  return withBackupLock(options.databaseUrl, (lock) => makeLocked(options, lock), options.onWait);
}

async function makeLocked(options: BackupOptions, lock: BackupLock): Promise<BackupSummary> {
  const { place, databaseUrl, store, secretsFile = null, onProgress, now = () => new Date() } = options;
  const signal = AbortSignal.any([lock.lost, ...(options.signal ? [options.signal] : [])]);
  const takenAt = now().toISOString();
  const folder = tablesFolder(takenAt);
  const before = await readBackupManifest(place);
  if (before && before.accounts.length > 0 && !(await hasAnyAccount(databaseUrl, before.accounts))) {
    throw new Error(
      `${place.name} holds the backup of another installation: choose another place, or empty it`,
    );
  }
  const part = options.checks === 'part' ? ((before?.checkedPart ?? PARTS - 1) + 1) % PARTS : null;
  await place.clean();
  await removeOthers(place, before?.folder ?? null);
  const lists = await mkdtemp(join(tmpdir(), 'diorama-backup-'));
  try {
    const toCopy = join(lists, 'objects-to-copy.jsonl');
    const copiedList = join(lists, 'objects.jsonl');
    const { dumped, objects: of } = await dumpDatabase(databaseUrl, { place, folder, objectsPath: toCopy });
    const { list, lacked, ...copied } = await copyObjects({
      store,
      place,
      toCopy,
      copiedList,
      part,
      onProgress: (done) => onProgress?.({ ...done, of }),
      signal,
    });
    // Objects that users have deleted since the moment of the backup are not missing.
    const missing = lacked.length === 0 ? [] : await listReferenced(databaseUrl, lacked);
    await upload(place, `${folder}/objects.jsonl`, copiedList);
    if (secretsFile !== null) {
      await upload(place, `${folder}/secrets.json`, secretsFile);
    }
    const manifest: Manifest = {
      version: 1,
      takenAt,
      folder,
      ...dumped,
      objects: list,
      hasSecrets: secretsFile !== null,
      checkedPart: part ?? before?.checkedPart,
    };
    await lock.assertHeld();
    await writeManifest(place, manifest);
    // The backup is whole. What cannot be removed now is removed by the next one.
    const unremoved = await removeOld({ place, folder, copiedList, signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      return error;
    });
    return { manifest, ...copied, missing, unremoved };
  } finally {
    await rm(lists, { recursive: true, force: true });
  }
}

async function removeOld(options: {
  place: BackupPlace;
  folder: string;
  copiedList: string;
  signal: AbortSignal;
}): Promise<null> {
  const { place, folder, copiedList, signal } = options;
  await removeOthers(place, folder);
  await removeUnnamedObjects({ place, listPath: copiedList, signal });
  return null;
}

/** Removes the tables of earlier and of interrupted backups. */
async function removeOthers(place: BackupPlace, keep: string | null): Promise<void> {
  for await (const path of place.list('database-')) {
    if (isTablePath(path) && path.split('/')[0] !== keep) {
      await place.remove(path);
    }
  }
}

/** Copies the objects that the place lacks, and lists all of them. */
async function copyObjects(options: {
  store: ObjectStore;
  place: BackupPlace;
  toCopy: string;
  copiedList: string;
  /** Part of the copies whose sums are compared; null compares all. */
  part: number | null;
  onProgress: (done: Omit<Parameters<BackupProgress>[0], 'of'>) => void;
  signal: AbortSignal;
}) {
  const { store, place, toCopy, copiedList, part, onProgress, signal } = options;
  const lacked: string[] = [];
  const done = { objects: 0, copied: 0, bytes: 0 };
  const listed = { count: 0, bytes: 0 };
  const lines: string[] = [];
  const list = createWriteStream(copiedList);
  const { stream, sum } = createChecksumStream();
  const written = pipeline(stream, list);
  // Its failure is thrown at the end.
  written.catch(() => undefined);

  const copyOne = async (line: string) => {
    signal.throwIfAborted();
    const { isReferenced, ...object }: ObjectRow = JSON.parse(line);
    done.objects += 1;
    onProgress(done);
    if (!(await hasCopy(place, object, part))) {
      if (!(await copyObject(store, place, object))) {
        if (isReferenced) {
          lacked.push(object.key);
        }
        return;
      }
      done.copied += 1;
      done.bytes += object.size;
    }
    stream.write(`${JSON.stringify(object satisfies BackedUpObject)}\n`);
    listed.count += 1;
    listed.bytes += object.size;
  };

  for await (const line of createInterface({ input: createReadStream(toCopy) })) {
    lines.push(line);
    if (lines.length === PAGE) {
      await forEachLimited(lines.splice(0), AT_ONCE, copyOne);
    }
  }
  await forEachLimited(lines, AT_ONCE, copyOne);
  stream.end();
  await written;
  return {
    list: { ...listed, sha256: sum() },
    copied: done.copied,
    copiedBytes: done.bytes,
    lacked,
  };
}

/** Whether the place has a copy of an object: with its size, and with its sum where that is to be compared. */
async function hasCopy(
  place: BackupPlace,
  { sha256, size }: BackedUpObject,
  part: number | null,
): Promise<boolean> {
  const path = objectPath(sha256);
  if ((await place.sizeOf(path)) !== size) {
    return false;
  }
  const isDue = part === null || part === checkedPartOf(sha256);
  return !isDue || (await place.sumOf(path)) === sha256;
}

/** @returns false where the store lacks the object, or has something else in its place */
async function copyObject(
  store: ObjectStore,
  place: BackupPlace,
  { key, size, sha256 }: BackedUpObject,
): Promise<boolean> {
  const { stream } = createChecksumStream(sha256);
  try {
    const { stream: source } = await store.get(key);
    await Promise.all([pipeline(source, stream), place.write(objectPath(sha256), stream, { size })]);
    return true;
  } catch (error) {
    if (error instanceof ObjectMissingError || stream.errored instanceof ChecksumMismatchError) {
      return false;
    }
    throw error;
  }
}
