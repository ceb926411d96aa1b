import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { importMessage } from '../../../domain/import-message.ts';
import { LIBRARY_USER_ID } from '../../../domain/library.ts';
import { createDb, type Knex } from '../../db/knex.ts';
import { MIGRATION_LOCK, migrate, migrateUnlocked } from '../../db/migrate.ts';
import { migrations, toKnownMigrations } from '../../db/migrations/index.ts';
import { withClient } from '../../db/with-client.ts';
import { type BackupPlace, readOrThrow } from './backup-place.ts';
import { SESSION } from './dump-database.queries.ts';
import type { Manifest } from './manifest.ts';
import { requestDerived } from './request-derived.queries.ts';

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
  await changeSchema(url, async (client, trx) => {
    await assertEmpty(client);
    await dropLaterSchema(client, toKnownMigrations(manifest.migrations));
    await loadOldSchema(client, { trx, manifest, place });
    await removeUnknownObjects(client, manifest, keys);
    await endTransfers(client, manifest);
  });
  await migrate(url);
}

/**
 * Replaces all tables of a database by those of a dump, with the schema of its release.
 * It is one transaction: a run that fails or is killed changes nothing. Queues are filled again from the outbox.
 */
export async function replaceDatabase(url: string, manifest: Manifest, place: BackupPlace): Promise<void> {
  assertKnown(manifest);
  await changeSchema(url, async (client, trx) => {
    await client.query('drop schema public cascade; create schema public');
    await loadOldSchema(client, { trx, manifest, place });
  });
}

/** Bytes that the tables of a database take on the disk. */
export async function measureDatabase(url: string): Promise<number> {
  return withClient({ connectionString: url, application_name: 'diorama-measure' }, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database())::text as bytes',
    );
    return Number(rows[0]?.bytes);
  });
}

/**
 * Runs work in one transaction while nothing else migrates the database.
 * @param act - receives the connection, and the transaction on it for migrations
 */
async function changeSchema(
  url: string,
  act: (client: pg.Client, trx: Knex.Transaction) => Promise<void>,
): Promise<void> {
  return withClient({ connectionString: url, application_name: 'diorama-restore' }, async (client) => {
    const db = createDb(url, { max: 1, name: 'diorama-restore' });
    try {
      await client.query(SESSION);
      const work = async (trx: Knex.Transaction) => {
        await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        await act(client, trx);
      };
      await db.transaction(work, { connection: client });
    } finally {
      await db.destroy();
    }
  });
}

/** Creates the schema of a dump in an empty database, and loads its rows. */
async function loadOldSchema(
  client: pg.Client,
  { trx, manifest, place }: { trx: Knex.Transaction; manifest: Manifest; place: BackupPlace },
): Promise<void> {
  const applied = toKnownMigrations(manifest.migrations);
  await migrateUnlocked(
    trx,
    migrations.filter(({ name }) => applied.includes(name)),
  );
  await client.query('lock table users, compositions in share row exclusive mode');
  await assertEmpty(client);
  await loadTables(client, manifest, place);
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

/**
 * Removes rows of objects that the backup lacks, so that the same content can be stored again. Requests those
 * that can be derived.
 */
async function removeUnknownObjects(
  client: pg.Client,
  { tables }: Manifest,
  keys: ReadonlySet<string>,
): Promise<void> {
  const { rows } = await client.query<{ key: string }>('select key from objects');
  const unknown = rows.map(({ key }) => key).filter((key) => !keys.has(key));
  if (unknown.length > 0) {
    await requestDerived(client, { keys: unknown, tables: new Set(tables.map(({ name }) => name)) });
  }
  await client.query('delete from objects where key = any ($1::text[])', [unknown]);
}

/** Archives of people and workspaces are no part of a backup: their links expire, and imports that ran have failed. */
async function endTransfers(client: pg.Client, { tables }: Manifest): Promise<void> {
  const names = new Set(tables.map(({ name }) => name));
  if (names.has('account_exports')) {
    await client.query('update account_exports set expires_at = now() where expires_at > now()');
  }
  if (names.has('workspace_imports')) {
    await client.query(
      `update workspace_imports set status = 'failed', key = null, error = $1, completed_at = now()
       where status not in ('completed', 'failed')`,
      [JSON.stringify(importMessage('workspace.unfinished'))],
    );
  }
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
    // Opened first: once a copy has begun, the connection takes no other statement before its end.
    const source = await readOrThrow(place, `${manifest.folder}/${name}.copy`);
    const target = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`));
    await pipeline(source, target);
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
