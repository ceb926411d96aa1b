import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { LIBRARY_USER_ID } from '../../../domain/library.ts';
import { migrate } from '../../db/migrate.ts';
import { migrations, toKnownMigrations } from '../../db/migrations/index.ts';
import { type BackupPlace, readOrThrow } from './backup-place.ts';
import { SESSION } from './dump-database.queries.ts';
import type { Manifest } from './manifest.ts';

/** @throws Error when the backup is of a newer release, or older than the newest version before 1.0 */
export function assertKnown(manifest: Manifest): void {
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = toKnownMigrations(manifest.migrations).filter((name) => !names.has(name));
  if (unknown.length > 0) {
    throw new Error(`A newer release made this backup: this one does not know ${unknown.join(', ')}`);
  }
}

/**
 * Loads the tables of a backup into an empty database, in one transaction, and migrates it to this release.
 * @param source.keys - keys of the objects that the backup has; rows of other objects are removed
 * @throws Error when the database holds people or scenes
 */
export async function loadDatabase(
  url: string,
  manifest: Manifest,
  { place, keys }: { place: BackupPlace; keys: ReadonlySet<string> },
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'diorama-restore' });
  // A lost connection fails the statement that runs.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SESSION);
    await assertEmpty(client);
    await dropLaterSchema(client, toKnownMigrations(manifest.migrations));
    await loadOldSchema(client, { url, manifest, place, keys });
  } finally {
    await client.end();
  }
  await migrate(url);
}

/**
 * Replaces all tables of a database by those of a dump, with the schema of its release. Queues are filled again from
 * the outbox. A run that is killed is repeated by another one.
 */
export async function replaceDatabase(url: string, manifest: Manifest, place: BackupPlace): Promise<void> {
  assertKnown(manifest);
  const client = new pg.Client({ connectionString: url, application_name: 'diorama-go-back' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SESSION);
    await client.query('drop schema public cascade; create schema public');
    await loadOldSchema(client, { url, manifest, place, keys: null });
  } finally {
    await client.end();
  }
}

/** Bytes that the tables of a database take on the disk. */
export async function measureDatabase(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'diorama-measure' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database())::text as bytes',
    );
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}

/** Creates the schema of a dump in an empty database, and loads its rows in one transaction. */
async function loadOldSchema(
  client: pg.Client,
  source: { url: string; manifest: Manifest; place: BackupPlace; keys: ReadonlySet<string> | null },
): Promise<void> {
  const { url, manifest, place, keys } = source;
  const applied = toKnownMigrations(manifest.migrations);
  await migrate(
    url,
    migrations.filter(({ name }) => applied.includes(name)),
  );
  await client.query('begin');
  await client.query('lock table users, compositions in share row exclusive mode');
  await assertEmpty(client);
  await loadTables(client, manifest, place);
  if (keys !== null) {
    await removeUnknownObjects(client, keys);
  }
  await client.query('commit');
}

/** Drops the schema of an empty database that has other migrations than those of the backup. */
async function dropLaterSchema(client: pg.Client, applied: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.schema_steps') is not null as is_there`,
  );
  if (!rows[0]?.is_there) {
    return;
  }
  const steps = await client.query<{ name: string }>('select name from schema_steps');
  if (steps.rows.some(({ name }) => !applied.includes(name))) {
    await client.query('drop schema public cascade; create schema public');
  }
}

/** Removes rows of objects that were gone when they were to be copied, so that the same content can be stored again. */
async function removeUnknownObjects(client: pg.Client, keys: ReadonlySet<string>): Promise<void> {
  const { rows } = await client.query<{ key: string }>('select key from objects');
  const unknown = rows.map(({ key }) => key).filter((key) => !keys.has(key));
  await client.query('delete from objects where key = any ($1::text[])', [unknown]);
}

/** @throws Error when the database holds people or scenes */
export async function assertEmpty(client: pg.Client): Promise<void> {
  for (const table of ['users', 'compositions']) {
    const { rows } = await client.query<{ is_there: boolean }>(
      `select to_regclass($1) is not null as is_there`,
      [`public.${table}`],
    );
    if (rows[0]?.is_there) {
      // The migrations create the user that owns the product's library.
      const { rowCount } = await client.query(`select 1 from ${table} where id <> $1 limit 1`, [
        LIBRARY_USER_ID,
      ]);
      if (rowCount) {
        throw new Error(`The database is not empty: it has ${table}. Restore into a new one`);
      }
    }
  }
}

async function loadTables(client: pg.Client, manifest: Manifest, place: BackupPlace): Promise<void> {
  const names = manifest.tables.map(({ name }) => pg.escapeIdentifier(name));
  const foreignKeys = await takeForeignKeys(client);
  for (const name of names) {
    await client.query(`alter table ${name} disable trigger user`);
  }
  await client.query(`truncate ${names.join(', ')}`);
  for (const day of manifest.eventDays) {
    await client.query('select make_event_day($1::date)', [day]);
  }
  for (const { name, columns, rows } of manifest.tables) {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const target = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`));
    await pipeline(await readOrThrow(place, `${manifest.folder}/${name}.copy`), target);
    if (target.rowCount !== rows) {
      throw new Error(`The table ${name} has ${target.rowCount} rows, and the backup has ${rows}`);
    }
  }
  for (const { name, value } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), value]);
  }
  for (const name of names) {
    await client.query(`alter table ${name} enable trigger user`);
  }
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
  }
}

type ForeignKey = { table: string; name: string; definition: string };

/** Drops all foreign keys, as tables refer to each other in circles; adding them later checks every reference. */
async function takeForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by 1, 2`,
  );
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  }
  return rows;
}
