import { createDb } from '@diorama/shared/server/db/knex.ts';
import { compareSchema } from '@diorama/shared/server/db/migrate.ts';
import type { Finding } from './finding.ts';

const OLDEST_POSTGRES = 16;
/** Settings that lose acknowledged work in a crash when they are off. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;
const MOST_CLOCK_DIFFERENCE_S = 5;

type Facts = {
  version: number;
  now: number;
  extension: boolean;
  mayCreate: boolean;
  mayRehearse: boolean;
} & Record<(typeof DURABLE)[number], string>;

/**
 * Checks version, durability, extension, schema and clock of a database.
 * @param options.isRehearsed - whether backups are restored beside it each week
 */
export async function checkDatabase(url: string, { isRehearsed = false } = {}): Promise<Finding[]> {
  const db = createDb(url, { max: 1, name: 'diorama-doctor' });
  try {
    const { rows } = await db.raw<{ rows: Facts[] }>(
      `select current_setting('server_version_num')::int / 10000 as version,
         extract(epoch from clock_timestamp())::float8 as now,
         exists (select 1 from pg_extension where extname = 'pg_trgm') as extension,
         has_database_privilege(current_database(), 'create') as "mayCreate",
         (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as "mayRehearse",
         ${DURABLE.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
    );
    const [facts] = rows;
    if (!facts) {
      throw new Error('PostgreSQL gave no answer');
    }
    return [
      ...versionOf(facts),
      ...durabilityOf(facts),
      ...clockOf(facts),
      ...(isRehearsed ? rehearsalOf(facts) : []),
      ...schemaOf(facts, await compareSchema(db)),
    ];
  } finally {
    await db.destroy();
  }
}

function versionOf({ version }: Facts): Finding[] {
  return version >= OLDEST_POSTGRES
    ? [{ level: 'ok', text: `PostgreSQL ${version} answers` }]
    : [
        {
          level: 'problem',
          text: `PostgreSQL ${version} is too old`,
          remedy: `Upgrade it to ${OLDEST_POSTGRES} or newer`,
        },
      ];
}

function durabilityOf(facts: Facts): Finding[] {
  return DURABLE.filter((name) => facts[name] === 'off').map((name) => ({
    level: 'problem',
    text: `${name} is off, so a crash loses work that people were told is saved`,
    remedy: `Set ${name} = on in postgresql.conf`,
  }));
}

function clockOf({ now }: Facts): Finding[] {
  const seconds = Math.round(Math.abs(now - Date.now() / 1_000));
  return seconds <= MOST_CLOCK_DIFFERENCE_S
    ? []
    : [
        {
          level: 'problem',
          text: `the clocks of this machine and of the database are ${seconds} s apart`,
          remedy: 'Let both follow a time server (NTP)',
        },
      ];
}

function rehearsalOf({ mayRehearse }: Facts): Finding[] {
  return mayRehearse
    ? []
    : [
        {
          level: 'problem',
          text: 'this user may not create a database, so that no backup can be rehearsed',
          remedy: 'Run "alter role … createdb" as a superuser',
        },
      ];
}

function schemaOf(
  { extension, mayCreate }: Facts,
  { pending, unknown }: { pending: string[]; unknown: string[] },
): Finding[] {
  if (unknown.length > 0) {
    return [
      {
        level: 'problem',
        text: `a newer release has migrated the database (${unknown.join(', ')})`,
        remedy: 'Run that release, or restore a backup from before',
      },
    ];
  }
  if (!extension && !mayCreate) {
    return [
      {
        level: 'problem',
        text: 'the extension pg_trgm is missing and this user may not create it',
        remedy: 'Run "create extension pg_trgm" in it as a superuser',
      },
    ];
  }
  return pending.length === 0
    ? []
    : [
        {
          level: 'warning',
          text: `${pending.length} migrations have not run yet`,
          remedy: 'npm start and npm run migrate run them',
        },
      ];
}
