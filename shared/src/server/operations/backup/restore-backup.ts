import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { withClient } from '../../db/with-client.ts';
import type { ObjectStore } from '../../objects/store.ts';
import { forEachLimited } from '../../runtime/for-each-limited.ts';
import { type BackupPlace, readOrThrow } from './backup-place.ts';
import { assertEmpty, assertKnown, loadDatabase } from './load-database.queries.ts';
import { BackedUpObject, type Manifest, objectPath, readBackupManifest } from './manifest.ts';

/** Objects that are written at the same time. */
const AT_ONCE = 4;

export type RestoreOptions = {
  place: BackupPlace;
  /** The backup in the place, where it was checked already. */
  checked?: CheckedBackup;
  databaseUrl: string;
  store: ObjectStore;
  onProgress?: (done: { objects: number; of: number }) => void;
};

/**
 * Restores a backup into an empty installation. Everything is checked before anything is written, and the database is
 * written last and at once: an interrupted restore is repeated by another one.
 * @throws Error with a sentence about the obstacle
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { place, databaseUrl, store, onProgress } = options;
  const { manifest, objects } = options.checked ?? (await checkBackup(place));
  await withClient({ connectionString: databaseUrl }, assertEmpty);
  const keys = new Set(objects.map(({ key }) => key));
  await assertOnlyKnown(store, keys);

  let done = 0;
  await forEachLimited(objects, AT_ONCE, async ({ key, size, contentType, sha256 }) => {
    if ((await store.head(key))?.size !== size) {
      await store.put(key, await readOrThrow(place, objectPath(sha256)), { contentType, size });
    }
    done += 1;
    onProgress?.({ objects: done, of: objects.length });
  });
  await loadDatabase(databaseUrl, manifest, { place, keys });
  return manifest;
}

/** A backup whose files are all there and as they were written. */
export type CheckedBackup = { place: BackupPlace; manifest: Manifest; objects: BackedUpObject[] };

/** Reads every file of a backup and compares its sum. @throws Error with a sentence about the first mistake */
export async function checkBackup(place: BackupPlace): Promise<CheckedBackup> {
  const manifest = await getManifest(place);
  assertKnown(manifest);
  await checkTables(manifest, place);
  const objects = await readObjectList(place, manifest);
  await checkObjects(place, objects);
  return { place, manifest, objects };
}

/** Gives a new installation the secrets of a backup, where the backup has some and the installation has none. */
export async function restoreSecrets(place: BackupPlace, secretsFile: string): Promise<void> {
  const { hasSecrets, folder } = await getManifest(place);
  if (hasSecrets && !existsSync(secretsFile)) {
    await mkdir(dirname(secretsFile), { recursive: true, mode: 0o711 });
    const unfinished = `${secretsFile}.new`;
    await rm(unfinished, { force: true });
    const source = await readOrThrow(place, `${folder}/secrets.json`);
    await pipeline(source, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, secretsFile);
  }
}

async function getManifest(place: BackupPlace): Promise<Manifest> {
  const manifest = await readBackupManifest(place);
  if (!manifest) {
    throw new Error(`There is no whole backup in ${place.name}`);
  }
  return manifest;
}

/** Compares the sums of the tables of a backup. @throws Error with a sentence about the first mistake */
export async function checkTables(manifest: Manifest, place: BackupPlace): Promise<void> {
  const files = [
    ...manifest.tables.map(({ name, sha256 }) => ({ file: `${name}.copy`, sha256 })),
    { file: 'objects.jsonl', sha256: manifest.objects.sha256 },
  ];
  for (const { file, sha256 } of files) {
    const path = `${manifest.folder}/${file}`;
    const found = await place.sumOf(path);
    if (found !== sha256) {
      throw new Error(`${place.name}/${path} ${found === null ? 'is missing' : 'is damaged'}`);
    }
  }
}

async function readObjectList(place: BackupPlace, { folder }: Manifest): Promise<BackedUpObject[]> {
  const objects: BackedUpObject[] = [];
  const input = await readOrThrow(place, `${folder}/objects.jsonl`);
  for await (const line of createInterface({ input })) {
    objects.push(BackedUpObject.parse(JSON.parse(line)));
  }
  return objects;
}

async function checkObjects(place: BackupPlace, objects: readonly BackedUpObject[]): Promise<void> {
  const damaged: string[] = [];
  const sums = new Set(objects.map(({ sha256 }) => sha256));
  await forEachLimited(sums, AT_ONCE, async (sha256) => {
    if ((await place.sumOf(objectPath(sha256))) !== sha256) {
      damaged.push(sha256);
    }
  });
  if (damaged.length > 0) {
    throw new Error(
      `${damaged.length} objects of the backup are missing or damaged, such as ${damaged[0]}: make the backup again`,
    );
  }
}

/** @throws Error when the store has objects that the backup does not have */
async function assertOnlyKnown(store: ObjectStore, keys: ReadonlySet<string>): Promise<void> {
  for await (const { key } of store.list('')) {
    if (!keys.has(key)) {
      throw new Error(`The object store is not empty: it has ${key}. Restore into a new one`);
    }
  }
}
