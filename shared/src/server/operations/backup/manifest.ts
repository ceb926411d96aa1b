import { existsSync, readFileSync } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Name of a table, column or sequence, which becomes a part of file names. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** A table of a backup: its rows are in PostgreSQL's text format of `COPY`. */
const Table = z.object({
  name: Name,
  columns: z.array(Name),
  rows: z.number().int(),
  sha256: Sha256,
});
export type TableDump = z.output<typeof Table>;

const Manifest = z.object({
  version: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Folder of the tables. */
  folder: z.string().regex(/^database-[0-9a-z-]+$/),
  /** Names of the migrations that the database has. */
  migrations: z.array(z.string()),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: Name, value: z.string() })),
  /** Days with partitions of events, as `YYYYMMDD`. */
  eventDays: z.array(z.string().regex(/^\d{8}$/)),
  /** Objects that the tables name, one JSON a line in `objects.jsonl` of the folder. */
  objects: z.object({ count: z.number().int(), bytes: z.number().int(), sha256: Sha256 }),
  hasSecrets: z.boolean(),
});
export type Manifest = z.output<typeof Manifest>;

/** An object of a backup; its bytes are in the file of its sum. */
export const BackedUpObject = z.object({
  key: z.string(),
  size: z.number().int(),
  contentType: z.string(),
  sha256: Sha256,
});
export type BackedUpObject = z.output<typeof BackedUpObject>;

const pathIn = (folder: string) => join(folder, 'manifest.json');

/** Path of the bytes with a sum. */
export function objectPath(folder: string, sha256: string): string {
  return join(folder, 'objects', sha256.slice(0, 2), sha256);
}

/** The manifest of a backup; null where there is none. @throws Error when it cannot be read */
export function readManifest(folder: string): Manifest | null {
  if (!existsSync(pathIn(folder))) {
    return null;
  }
  try {
    return Manifest.parse(JSON.parse(readFileSync(pathIn(folder), 'utf8')));
  } catch {
    throw new Error(`${pathIn(folder)} is damaged, or a newer release wrote it`);
  }
}

/** Replaces the manifest, which makes a backup valid, in one step. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(`${pathIn(folder)}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  await rename(`${pathIn(folder)}.new`, pathIn(folder));
  await flushFolder(folder);
}

/** Writes the entries of a folder to the disk. */
export async function flushFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
