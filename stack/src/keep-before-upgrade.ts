import { createDb } from '@diorama/shared/server/db/knex.ts';
import { compareSchema } from '@diorama/shared/server/db/migrate.ts';
import { keepDatabase } from '@diorama/shared/server/operations/backup/keep-database.ts';
import { upgradeFolder } from './upgrades/upgrade-folder.ts';

/**
 * Keeps a copy of a database that is about to be migrated, in `before-upgrade/` of a folder.
 * @param options.isOfStart - whether the start command asks, which goes on without a copy and removes it once healthy
 * @throws Error where there is no room for a copy that was asked for
 * @returns a line for the log; null where nothing is migrated, or the database is new
 */
export async function keepBeforeUpgrade(
  databaseUrl: string,
  folder: string,
  { isOfStart }: { isOfStart: boolean },
): Promise<string | null> {
  const pending = await listPending(databaseUrl);
  if (pending.length === 0) {
    return null;
  }
  const command = isOfStart ? 'npm run go-back' : `npm run go-back -- ${folder}`;
  const copy = await keepDatabase(databaseUrl, upgradeFolder(folder), { pending, isOfStart });
  switch (copy.outcome) {
    case 'kept':
      return `kept a copy of the database from before the upgrade; ${command} restores it`;
    case 'known':
      return `the copy of the database from before the upgrade is still there; ${command} restores it`;
    case 'no-room': {
      const warning = `no copy of the database was kept before the upgrade: the database takes ${megabytes(copy.needed)}, and the disk had ${megabytes(copy.free)}`;
      if (!isOfStart) {
        throw new Error(warning);
      }
      return warning;
    }
  }
}

/** Migrations that an upgrade runs; none for a new database, and for one of a newer release. */
async function listPending(databaseUrl: string): Promise<string[]> {
  const db = createDb(databaseUrl, { name: 'diorama-upgrade', max: 1 });
  try {
    const isNew = !(await db.schema.hasTable('users'));
    const { pending, unknown } = await compareSchema(db);
    return isNew || unknown.length > 0 ? [] : pending;
  } finally {
    await db.destroy();
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
