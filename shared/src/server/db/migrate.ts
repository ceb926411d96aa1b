import { connectionOptions, createDb, type Knex } from './knex.ts';
import { migrations as allMigrations, type Migration, toKnownMigrations } from './migrations/index.ts';
import { transact } from './transaction.ts';
import { withClient } from './with-client.ts';

/** Key of the advisory lock of changes to the schema: an arbitrary number that no other code locks. */
export const MIGRATION_LOCK = 715_517_001;

/**
 * Migrates a database to the schema of this code, one transaction a step. A step that conflicts with
 * concurrent work is retried. Concurrent callers wait for each other. The lock belongs to a PostgreSQL
 * session, so a killed process leaves none behind.
 * @returns the names of the applied steps.
 * @throws Error when the database has steps that this code does not know, as it belongs to a newer release,
 *   or when its schema is older than the newest before 1.0.
 */
export async function migrate(
  url: string,
  migrations: readonly Migration[] = allMigrations,
): Promise<string[]> {
  return withClient(connectionOptions(url, 'diorama-migrate-lock'), async (lock) => {
    const db = createDb(url, { max: 1, name: 'diorama-migrate' });
    try {
      await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      return await migrateUnlocked(db, migrations);
    } finally {
      await db.destroy();
    }
  });
}

/**
 * Migrates as {@link migrate} does, for a caller that has the lock. Within a transaction all steps belong to that.
 * @returns the names of the applied steps.
 */
export async function migrateUnlocked(db: Knex, migrations: readonly Migration[]): Promise<string[]> {
  await db.raw(
    'create table if not exists schema_steps (name text primary key, run_at timestamptz not null default now())',
  );
  const { pending, unknown } = await compareSchema(db, migrations);
  if (unknown.length > 0) {
    throw new Error(`The database is newer than this code: it has ${unknown.join(', ')}`);
  }
  await adoptSchemaBeforeBaseline(db);
  for (const migration of migrations.filter(({ name }) => pending.includes(name))) {
    // The old release keeps running meanwhile, and locks the same tables in other orders.
    await transact(db, async (trx) => {
      await migration.up(trx);
      await trx('schema_steps').insert({ name: migration.name });
    });
  }
  return pending;
}

/**
 * The migrations of this code that a database lacks, and those that it has from a newer release.
 * @throws Error when its schema is older than the newest before 1.0
 */
export async function compareSchema(
  db: Knex,
  migrations: readonly Migration[] = allMigrations,
): Promise<{ pending: string[]; unknown: string[] }> {
  const isNew = !(await db.schema.hasTable('schema_steps'));
  const rows = isNew ? [] : await db<{ name: string }>('schema_steps').select('name');
  const done = new Set(toKnownMigrations(rows.map(({ name }) => name)));
  const known = new Set(migrations.map(({ name }) => name));
  return {
    pending: [...known].filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !known.has(name)),
  };
}

/** Replaces the migrations before 1.0 in the list of a database by the baseline, which is the same schema. */
async function adoptSchemaBeforeBaseline(db: Knex): Promise<void> {
  await transact(db, async (trx) => {
    const applied = await trx<{ name: string }>('schema_steps').pluck('name');
    const known = toKnownMigrations(applied);
    if (known.length < applied.length) {
      await trx('schema_steps').delete();
      await trx('schema_steps').insert(known.map((name) => ({ name })));
    }
  });
}
