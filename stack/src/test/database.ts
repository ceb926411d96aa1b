import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { randomToken } from '@diorama/shared/server/ids.ts';
import { createLogger } from '@diorama/shared/server/logger.ts';
import { createQueues } from '@diorama/shared/server/queue.ts';
import pg from 'pg';
import { inject } from 'vitest';

/** The migrated database that test databases are copied from. */
export const TEMPLATE = 'diorama_template';

/**
 * A separate database for a test file: migrated, otherwise empty. Call `drop` at the end of the file.
 * @param template the database it is a copy of; null for one without a schema.
 * @param serverUrl of a server other than the one shared by all suites of a run.
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

/** Creates a database on that server, as a copy of another one unless `template` is null. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template: string | null,
): Promise<void> {
  // Copied as files, as copying by the log costs twice as much for many databases.
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
