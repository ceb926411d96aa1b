import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { migrations } from '@diorama/shared/server/db/migrations/index.ts';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Manifest } from './manifest.ts';

/**
 * Loads the tables of a backup into an empty database, in one transaction, and migrates it to this release.
 * @param folder - folder of the tables
 * @throws Error when the database holds people or scenes, or when the backup is of a newer release
 */
export async function loadDatabase(url: string, manifest: Manifest, folder: string): Promise<void> {
  const known = migrations.filter(({ name }) => manifest.migrations.includes(name));
  const unknown = manifest.migrations.filter((name) => !known.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new Error(`A newer release made this backup: this one does not know ${unknown.join(', ')}`);
  }
  const client = new pg.Client({ connectionString: url, application_name: 'diorama-restore' });
  await client.connect();
  try {
    await assertEmpty(client);
    await migrate(url, known);
    await client.query('begin');
    await client.query(`set local timezone = 'UTC'`);
    await loadTables(client, manifest, folder);
    await client.query('commit');
  } finally {
    await client.end();
  }
  await migrate(url);
}

/** @throws Error when the database holds people or scenes */
export async function assertEmpty(client: pg.Client): Promise<void> {
  for (const table of ['users', 'compositions']) {
    const { rows } = await client.query<{ is_there: boolean }>(
      `select to_regclass($1) is not null as is_there`,
      [`public.${table}`],
    );
    if (rows[0]?.is_there) {
      const { rowCount } = await client.query(`select 1 from ${table} limit 1`);
      if (rowCount) {
        throw new Error(`The database is not empty: it has ${table}. Restore into a new one`);
      }
    }
  }
}

async function loadTables(client: pg.Client, manifest: Manifest, folder: string): Promise<void> {
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
    await pipeline(createReadStream(join(folder, `${name}.copy`)), target);
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
