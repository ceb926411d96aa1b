import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { ObjectMissingError, type ObjectStore } from '../../objects/store.ts';
import { forEachLimited } from '../../runtime/for-each-limited.ts';
import { withBackupLock } from './backup-lock.ts';
import { dumpDatabase, type ObjectRow } from './dump-database.queries.ts';
import {
  type BackedUpObject,
  flushFolder,
  type Manifest,
  objectPath,
  readManifest,
  writeManifest,
} from './manifest.ts';
import { summing, sumOfFile } from './sums.ts';

/** Objects that are copied at the same time. */
const AT_ONCE = 4;
const PAGE = 1_000;

export type BackupProgress = (done: { objects: number; copied: number; bytes: number }) => void;

export type BackupSummary = {
  manifest: Manifest;
  /** Objects that were copied, as the folder lacked them or had a broken copy. */
  copied: number;
  copiedBytes: number;
  /** Keys that the database names and the store lacks, or that have other content than they should. */
  missing: string[];
};

type BackupOptions = {
  folder: string;
  databaseUrl: string;
  store: ObjectStore;
  secretsFile?: string | null;
  onProgress?: BackupProgress;
  /** Ends the backup; the one before it stays whole. */
  signal?: AbortSignal;
  now?: () => Date;
};

/**
 * Makes a backup of a running installation: the database at one moment, then the objects that it names. Objects that the
 * folder has are checked and not copied again. A backup that is interrupted leaves the one before it whole.
 * @param options.secretsFile - copied too where it is given
 */
export async function makeBackup(options: BackupOptions): Promise<BackupSummary> {
  return withBackupLock(options.databaseUrl, () => makeLocked(options));
}

async function makeLocked(options: BackupOptions): Promise<BackupSummary> {
  const {
    folder,
    databaseUrl,
    store,
    secretsFile = null,
    onProgress,
    signal,
    now = () => new Date(),
  } = options;
  const takenAt = now().toISOString();
  const name = `database-${takenAt.toLowerCase().replace(/[^0-9a-z]/g, '-')}`;
  await removeOthers(folder, readManifest(folder)?.folder ?? null);
  const tables = join(folder, name);
  await mkdir(tables, { recursive: true });
  const toCopy = join(tables, 'objects-to-copy.jsonl');
  const dumped = await dumpDatabase(databaseUrl, tables, toCopy);
  const { list, ...copied } = await copyObjects({ store, folder, tables, toCopy, onProgress, signal });
  await rm(toCopy);
  if (secretsFile !== null) {
    await copyFile(secretsFile, join(tables, 'secrets.json'));
  }
  const manifest: Manifest = {
    version: 1,
    takenAt,
    folder: name,
    ...dumped,
    objects: list,
    hasSecrets: secretsFile !== null,
  };
  await flushFolder(tables);
  await writeManifest(folder, manifest);
  await removeOthers(folder, name);
  return { manifest, ...copied };
}

/** Removes the tables of earlier backups, and the files of interrupted ones. */
async function removeOthers(folder: string, keep: string | null): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const isStale = (name: string) =>
    name.endsWith('.part') || (/^database-[^/]+$/.test(name) && name !== keep);
  for (const name of names.filter(isStale)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Copies the objects that the folder lacks, and lists all of them. */
async function copyObjects(options: {
  store: ObjectStore;
  folder: string;
  tables: string;
  toCopy: string;
  onProgress: BackupProgress | undefined;
  signal: AbortSignal | undefined;
}) {
  const { store, folder, tables, toCopy, onProgress, signal } = options;
  const missing: string[] = [];
  const done = { objects: 0, copied: 0, bytes: 0 };
  let bytes = 0;
  const lines: string[] = [];
  const list = createWriteStream(join(tables, 'objects.jsonl'), { flush: true });
  const { stream, sum } = summing();
  const written = pipeline(stream, list);
  // Its failure is thrown at the end.
  written.catch(() => undefined);

  const copyOne = async (line: string) => {
    signal?.throwIfAborted();
    const { isReferenced, ...object }: ObjectRow = JSON.parse(line);
    if ((await sumOfFile(objectPath(folder, object.sha256))) !== object.sha256) {
      if (!(await copyObject(store, folder, object))) {
        if (isReferenced) {
          missing.push(object.key);
        }
        return;
      }
      done.copied += 1;
      done.bytes += object.size;
    }
    stream.write(`${JSON.stringify(object satisfies BackedUpObject)}\n`);
    done.objects += 1;
    bytes += object.size;
    onProgress?.(done);
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
    list: { count: done.objects, bytes, sha256: sum().sha256 },
    copied: done.copied,
    copiedBytes: done.bytes,
    missing,
  };
}

/** @returns false where the store lacks the object, or has something else in its place */
async function copyObject(
  store: ObjectStore,
  folder: string,
  { key, sha256 }: BackedUpObject,
): Promise<boolean> {
  const path = objectPath(folder, sha256);
  await mkdir(dirname(path), { recursive: true });
  // Two workspaces may hold the same bytes, which are then copied at the same time.
  const part = `${path}.${randomUUID()}.part`;
  const { stream, sum } = summing();
  try {
    const { stream: source } = await store.get(key);
    await pipeline(source, stream, createWriteStream(part, { flush: true }));
  } catch (error) {
    if (error instanceof ObjectMissingError) {
      return false;
    }
    throw error;
  }
  if (sum().sha256 !== sha256) {
    await rm(part);
    return false;
  }
  await rename(part, path);
  await flushFolder(dirname(path));
  return true;
}
