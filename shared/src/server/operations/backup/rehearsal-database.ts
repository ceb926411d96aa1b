import pg from 'pg';
import { createDb, type Knex } from '../../db/knex.ts';
import { withClient } from '../../db/with-client.ts';
import { loadDatabase } from './load-database.queries.ts';
import type { CheckedBackup } from './restore-backup.ts';

/** A database beside the one of the installation, which is dropped when it is disposed of. */
export type RehearsalDatabase = AsyncDisposable & { url: string; db: Knex };

/**
 * Restores the tables of a backup into a database of the same server, named like the installation's with `_rehearsal`.
 * One that a killed process left behind is replaced.
 * @throws Error when the role may not create databases, or a row does not fit
 */
export async function openRehearsalDatabase(
  installationUrl: string,
  { place, manifest, objects }: CheckedBackup,
): Promise<RehearsalDatabase> {
  const target = new URL(installationUrl);
  const name = `${decodeURIComponent(target.pathname.slice(1))}_rehearsal`;
  target.pathname = `/${encodeURIComponent(name)}`;
  const url = target.href;
  const drop = `drop database if exists ${pg.escapeIdentifier(name)} with (force)`;
  await using opening = new AsyncDisposableStack();
  await runOn(installationUrl, drop);
  await runOn(installationUrl, `create database ${pg.escapeIdentifier(name)}`);
  opening.defer(() => runOn(installationUrl, drop));
  await loadDatabase(url, manifest, { place, keys: new Set(objects.map(({ key }) => key)) });
  const db = createDb(url, { name: 'diorama-rehearsal', max: 2 });
  opening.defer(() => db.destroy());
  const opened = opening.move();
  return { url, db, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function runOn(url: string, sql: string): Promise<void> {
  return withClient({ connectionString: url, application_name: 'diorama-rehearsal' }, async (client) => {
    await client.query(sql);
  });
}
