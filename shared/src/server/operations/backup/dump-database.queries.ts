import { createWriteStream } from 'node:fs';

import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from '../../db/with-client.ts';
import type { BackupPlace } from './backup-place.ts';
import { createChecksumStream } from './checksums.ts';
import type { BackedUpObject, Manifest, TableDump } from './manifest.ts';

/** Number of workspaces by which a backup recognizes its installation. */
const NAMED_ACCOUNTS = 50;
/** Tables about running processes and uploads, the read-only switch, and the list of migrations. */
const NOT_DUMPED = ['process_heartbeats', 'open_uploads', 'read_only', 'schema_steps'];

/** A row of the table `objects`; one that no row references may be gone a moment later. */
export type ObjectRow = BackedUpObject & { isReferenced: boolean };

type Dumped = {
  dumped: Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'eventDays' | 'accounts'>;
  /** Number of objects of the same moment. */
  objects: number;
};

/**
 * Writes all tables of a database as they are at one moment.
 * @param options.folder - folder in the place for one file a table
 * @param options.objectsPath - local file for the objects of the same moment, one JSON a line
 */
export async function dumpDatabase(
  url: string,
  { place, folder, objectsPath }: { place: BackupPlace; folder: string; objectsPath: string },
): Promise<Dumped> {
  return withClient({ connectionString: url, application_name: 'diorama-backup' }, async (client) => {
    await client.query(SESSION);
    const found = await listTables(client);
    await client.query('begin isolation level repeatable read read only');
    // Before the snapshot: a migration that rewrites a table meanwhile would leave it empty for the snapshot.
    const locked = found.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
    await client.query(`lock table ${locked} in access share mode`);
    const migrations = await list<{ name: string }>(
      client,
      'select name from schema_steps order by run_at, name',
    );
    const tables: TableDump[] = [];
    for (const { name, columns } of found) {
      const bytes = await measureTable(client, name);
      tables.push(await dumpTable(client, { name, columns, bytes, place, folder }));
    }
    const sequences = await list<{ name: string; value: string }>(
      client,
      `select sequencename as name, last_value::text as value from pg_sequences
       where schemaname = 'public' and last_value is not null order by 1`,
    );
    const days = await list<{ day: string }>(
      client,
      `select right(relname, 8) as day from pg_class where relname ~ '^job_done_\\d{8}$' order by 1`,
    );
    const accounts = await list<{ id: string }>(
      client,
      `select id from accounts where not is_library order by id limit ${NAMED_ACCOUNTS}`,
    );
    const [counted] = await list<{ objects: number }>(
      client,
      'select count(*)::float8 as objects from objects',
    );
    await pipeline(readObjects(client), createWriteStream(objectsPath));
    await client.query('commit');
    const dumped = {
      migrations: migrations.map(({ name }) => name),
      tables,
      sequences,
      eventDays: days.map(({ day }) => day),
      accounts: accounts.map(({ id }) => id),
    };
    return { dumped, objects: counted?.objects ?? 0 };
  });
}

/** Filters keys of objects that rows reference now. */
export async function listReferenced(url: string, keys: readonly string[]): Promise<string[]> {
  return withClient({ connectionString: url, application_name: 'diorama-backup' }, async (client) => {
    const rows = await list<{ key: string }>(
      client,
      `select key from objects o where key = any ($1::text[])
         and exists (select 1 from object_refs r where r.object_id = o.id)
       order by key`,
      [keys],
    );
    return rows.map(({ key }) => key);
  });
}

/** Whether a database has any of some workspaces. */
export async function hasAnyAccount(url: string, ids: readonly string[]): Promise<boolean> {
  return withClient({ connectionString: url, application_name: 'diorama-backup' }, async (client) => {
    return (
      (await list(client, 'select 1 from accounts where id = any ($1::uuid[]) limit 1', [ids])).length > 0
    );
  });
}

/** Settings of the sessions that write and read the text of rows. */
export const SESSION = `set statement_timeout = 0; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'`;

/** Tables that are no partitions, with the columns that hold data of their own. */
async function listTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  return list(
    client,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attgenerated = '' and c.relname <> all ($1)
     group by c.relname order by c.relname`,
    [NOT_DUMPED],
  );
}

/** Most by which the text of rows exceeds their compressed bytes on the disk. */
const TEXT_GROWTH = 10;

/** Bytes of a table on the disk, with its partitions. */
async function measureTable(client: pg.Client, name: string): Promise<number> {
  const [measured] = await list<{ bytes: number }>(
    client,
    `select coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(t)),
       pg_total_relation_size(t))::float8 as bytes from (select $1::regclass as t) named`,
    [pg.escapeIdentifier(name)],
  );
  return measured?.bytes ?? 0;
}

async function dumpTable(
  client: pg.Client,
  {
    name,
    columns,
    bytes,
    place,
    folder,
  }: { name: string; columns: readonly string[]; bytes: number; place: BackupPlace; folder: string },
): Promise<TableDump> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  // A plain COPY of a partitioned table finds no rows.
  const query = `copy (select ${names} from ${pg.escapeIdentifier(name)}) to stdout`;
  const source = client.query(copyTo(query));
  const { stream, sum } = createChecksumStream();
  const written = place.write(`${folder}/${name}.copy`, stream, { most: bytes * TEXT_GROWTH });
  await Promise.all([pipeline(source, stream), written]);
  return { name, columns: [...columns], rows: source.rowCount, sha256: sum() };
}

const PAGE = 1_000;

/** The objects as JSON, one a line. */
async function* readObjects(client: pg.Client): AsyncIterable<string> {
  await client.query(
    `declare objects_to_copy cursor for
     select key, size::float8 as size, content_type as "contentType", encode(sha256, 'hex') as sha256,
       exists (select 1 from object_refs r where r.object_id = o.id) as "isReferenced"
     from objects o order by key`,
  );
  for (;;) {
    const rows = await list<ObjectRow>(client, `fetch ${PAGE} from objects_to_copy`);
    if (rows.length === 0) {
      return;
    }
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}

async function list<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}
