import { randomToken } from '@diorama/shared/server/ids.ts';
import pg from 'pg';
import { inject } from 'vitest';

/** The migrated database that test databases are copied from. */
export const TEMPLATE = 'diorama_template';

/**
 * A database of a test file's own: migrated, otherwise empty. Call `drop` when the file is done.
 * @param template the database it is a copy of; null for one without a schema.
 */
export async function createTestDatabase(
  template: string | null = TEMPLATE,
): Promise<{ url: string; drop(): Promise<void> }> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomToken(64).toLowerCase().replaceAll('-', '_')}`;
  await createDatabase(serverUrl, name, template);
  return {
    url: serverUrl.replace(/\/[^/]*$/, `/${name}`),
    drop: () => runSql(serverUrl, `drop database if exists "${name}" with (force)`),
  };
}

/** Makes a database on that server, as a copy of another one unless `template` is null. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template: string | null,
): Promise<void> {
  await runSql(serverUrl, `create database "${name}"${template === null ? '' : ` template "${template}"`}`);
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
