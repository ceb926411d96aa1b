import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { createQueues } from '@diorama/shared/server/jobs/queue.ts';
import { randomToken } from '@diorama/shared/server/runtime/ids.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import pg from 'pg';
import { inject } from 'vitest';

/** The migrated template of all test databases. */
export const TEMPLATE = 'diorama_template';

/**
 * Creates a migrated, otherwise empty database for a test file. Call `drop` when the file is done.
 * @param template the template database; null for a database without a schema.
 * @param serverUrl another server than the one shared by all suites of a run.
 */
export async function createTestDatabase(
  template: string | null = TEMPLATE,
  serverUrl = inject('postgresUrl'),
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomToken(64).toLowerCase().replaceAll('-', '_')}`;
  await createDatabase(serverUrl, name, template);
  return {
    url: serverUrl.replace(/\/[^/]*$/, `/${name}`),
    drop: () => runSql(serverUrl, `drop database if exists "${name}" with (force)`),
  };
}

/** Creates a database on that server, as a copy of `template` unless it is null. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template: string | null,
): Promise<void> {
  // A file copy costs half as much as a copy by the WAL when many are created.
  const copy = template === null ? '' : ` template "${template}" strategy file_copy`;
  await runSql(serverUrl, `create database "${name}"${copy}`);
}

/** Creates the template of the test databases. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await createDatabase(serverUrl, TEMPLATE, null);
  const databaseUrl = serverUrl.replace(/\/[^/]*$/, `/${TEMPLATE}`);
  await migrate(databaseUrl);
  const queues = createQueues({ databaseUrl, redisUrl: null, logger: createLogger('test-template') });
  await queues.ready();
  await queues.close();
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
