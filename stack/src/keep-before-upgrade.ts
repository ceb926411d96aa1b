import { createDb } from '@diorama/shared/server/db/knex.ts';
import { compareSchema } from '@diorama/shared/server/db/migrate.ts';
import { keepDatabase } from '@diorama/shared/server/operations/backup/keep-database.ts';

/**
 * Keeps a copy of a database that is about to be migrated.
 * @returns a line for the log; null where nothing is migrated, or the database is new
 */
export async function keepBeforeUpgrade(databaseUrl: string, folder: string): Promise<string | null> {
  const db = createDb(databaseUrl, { name: 'diorama-upgrade', max: 1 });
  try {
    const isNew = !(await db.schema.hasTable('users'));
    const { pending, unknown } = await compareSchema(db);
    if (isNew || pending.length === 0 || unknown.length > 0) {
      return null;
    }
  } finally {
    await db.destroy();
  }
  const copy = await keepDatabase(databaseUrl, folder);
  switch (copy.outcome) {
    case 'kept':
      return 'kept a copy of the database from before the upgrade; npm run go-back restores it';
    case 'known':
      return 'the copy of the database from before the upgrade is still there; npm run go-back restores it';
    case 'no-room':
      return `no copy of the database was kept before the upgrade: it takes ${megabytes(copy.needed)}, and the disk has ${megabytes(copy.free)}`;
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
