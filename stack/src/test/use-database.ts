import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase } from './database.ts';

/** A separate database for a file, with connections to it. */
export interface TestDatabase {
  readonly url: string;
  readonly db: Knex;
}

/** Opens a database before the tests of a file or block, and drops it after them. */
export function useDatabase({ max = 10 }: { max?: number } = {}): TestDatabase {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Knex;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDb(database.url, { name: 'test', max });
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.drop();
  });
  return {
    get url() {
      return database.url;
    },
    get db() {
      return db;
    },
  };
}
