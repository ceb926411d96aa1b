import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { ObjectStore } from '../../objects/store.ts';
import { forEachLimited } from '../../runtime/for-each-limited.ts';
import { assertEmpty, assertKnown, loadDatabase } from './load-database.queries.ts';
import { BackedUpObject, type Manifest, objectPath, readManifest } from './manifest.ts';
import { sumOfFile } from './sums.ts';

/** Objects that are written at the same time. */
const AT_ONCE = 4;

export type RestoreOptions = {
  folder: string;
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
  const { folder, databaseUrl, store, onProgress } = options;
  const { manifest, tables, objects } = await checkBackup(folder);
  await whileConnected(databaseUrl, assertEmpty);
  const keys = new Set(objects.map(({ key }) => key));
  await assertOnlyKnown(store, keys);

  let done = 0;
  await forEachLimited(objects, AT_ONCE, async ({ key, size, contentType, sha256 }) => {
    if ((await store.head(key))?.size !== size) {
      await store.put(key, createReadStream(objectPath(folder, sha256)), { contentType, size });
    }
    done += 1;
    onProgress?.({ objects: done, of: objects.length });
  });
  await loadDatabase(databaseUrl, manifest, { folder: tables, keys });
  return manifest;
}

/** A backup whose files are all there and as they were written. */
export type CheckedBackup = {
  manifest: Manifest;
  /** Folder of the tables. */
  tables: string;
  objects: BackedUpObject[];
};

/** Reads every file of a backup and compares its sum. @throws Error with a sentence about the first mistake */
export async function checkBackup(folder: string): Promise<CheckedBackup> {
  const manifest = findManifest(folder);
  assertKnown(manifest);
  const tables = join(folder, manifest.folder);
  await checkTables(manifest, tables);
  const objects = await readObjectList(tables);
  await checkObjects(folder, objects);
  return { manifest, tables, objects };
}

/** Gives a new installation the secrets of a backup, where the backup has some and the installation has none. */
export async function restoreSecrets(folder: string, secretsFile: string): Promise<void> {
  const { hasSecrets, folder: tables } = findManifest(folder);
  if (hasSecrets && !existsSync(secretsFile)) {
    await mkdir(dirname(secretsFile), { recursive: true, mode: 0o711 });
    await copyFile(join(folder, tables, 'secrets.json'), secretsFile);
    await chmod(secretsFile, 0o600);
  }
}

function findManifest(folder: string): Manifest {
  const manifest = readManifest(folder);
  if (!manifest) {
    throw new Error(`There is no whole backup in ${folder}`);
  }
  return manifest;
}

/** Compares the sums of the tables of a backup. @throws Error with a sentence about the first mistake */
export async function checkTables(manifest: Manifest, tables: string): Promise<void> {
  const files = [
    ...manifest.tables.map(({ name, sha256 }) => ({ file: `${name}.copy`, sha256 })),
    { file: 'objects.jsonl', sha256: manifest.objects.sha256 },
  ];
  for (const { file, sha256 } of files) {
    const found = await sumOfFile(join(tables, file));
    if (found !== sha256) {
      throw new Error(`${join(tables, file)} ${found === null ? 'is missing' : 'is damaged'}`);
    }
  }
}

async function readObjectList(tables: string): Promise<BackedUpObject[]> {
  const objects: BackedUpObject[] = [];
  for await (const line of createInterface({ input: createReadStream(join(tables, 'objects.jsonl')) })) {
    objects.push(BackedUpObject.parse(JSON.parse(line)));
  }
  return objects;
}

async function checkObjects(folder: string, objects: readonly BackedUpObject[]): Promise<void> {
  const damaged: string[] = [];
  const sums = new Set(objects.map(({ sha256 }) => sha256));
  await forEachLimited(sums, AT_ONCE, async (sha256) => {
    if ((await sumOfFile(objectPath(folder, sha256))) !== sha256) {
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

async function whileConnected(url: string, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
