import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { BackupPlace } from './backup-place.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Name of a table, column or sequence, which becomes a part of file names. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** A table of a backup: its rows are in PostgreSQL's text format of `COPY`. */
const Table = z.object({ name: Name, columns: z.array(Name), rows: z.number().int(), sha256: Sha256 });
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
  /** Some workspaces of the installation, oldest first. Another installation has none of them. */
  accounts: z.array(z.uuid()).default([]),
  /** Part of the objects whose sums the newest backup by {@link PARTS} parts compared. */
  checkedPart: z.number().int().nonnegative().optional(),
  /** Migrations of the upgrade before which the copy was kept. */
  upgrade: z.array(z.string()).optional(),
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

/** Parts of the objects: a backup that checks one of them at a time has checked all after as many. */
export const PARTS = 7;

/** Part of an object, by the first digits of its sum. */
export function checkedPartOf(sha256: string): number {
  return Number.parseInt(sha256.slice(0, 8), 16) % PARTS;
}

const MANIFEST = 'manifest.json';

/** Beginning of the paths of all objects. */
export const OBJECTS = 'objects/';

/** Path of the bytes with a sum. */
export function objectPath(sha256: string): string {
  return `${OBJECTS}${sha256.slice(0, 2)}/${sha256}`;
}

/** Whether a path is that of an object. Other files may lie beside them. */
export function isObjectPath(path: string): boolean {
  const sha256 = path.slice(path.lastIndexOf('/') + 1);
  return Sha256.safeParse(sha256).success && path === objectPath(sha256);
}

/** Folder of the tables of a backup that was taken at a time, ISO 8601. */
export function tablesFolder(takenAt: string): string {
  return `database-${takenAt.toLowerCase().replace(/[^0-9a-z]/g, '-')}`;
}

const TABLE_PATH =
  /^database-\d{4}-\d\d-\d\dt[\d-]+z\/([a-z_][a-z0-9_]*\.copy|objects\.jsonl|secrets\.json)$/;

/** Whether a path is a file in the folder of the tables of a backup. Other files are never removed. */
export function isTablePath(path: string): boolean {
  return TABLE_PATH.test(path);
}

/** The manifest of a backup; null where there is none. @throws Error when it cannot be read */
export async function readBackupManifest(place: BackupPlace): Promise<Manifest | null> {
  const stream = await place.read(MANIFEST);
  if (stream === null) {
    return null;
  }
  const written = await text(stream);
  try {
    return Manifest.parse(JSON.parse(written));
  } catch {
    throw new Error(`${place.name}/${MANIFEST} is damaged, or a newer release wrote it`);
  }
}

/** Replaces the manifest, which makes a backup valid, in one step. */
export async function writeManifest(place: BackupPlace, manifest: Manifest): Promise<void> {
  await place.write(MANIFEST, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]));
}
