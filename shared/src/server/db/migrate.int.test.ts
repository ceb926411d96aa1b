import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { uuidv7 } from '../runtime/ids.ts';
import { createDb, type Knex } from './knex.ts';
import { compareSchema, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

describe('the schema of a database', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Knex;
  beforeAll(async () => {
    database = await createTestDatabase(null);
    db = createDb(database.url, { name: 'test', max: 2 });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  const applied = () => db('schema_steps').orderBy('name').pluck('name');

  it('is created in an empty database and unchanged by a second migration', async () => {
    expect(await migrate(database.url)).toEqual(migrations.map(({ name }) => name));
    expect(await migrate(database.url)).toEqual([]);
    expect(await applied()).toEqual(migrations.map(({ name }) => name));
  });

  it('is rejected when older than the last version before 1.0, without changes', async () => {
    const old = await createTestDatabase(null);
    const oldDb = createDb(old.url, { name: 'test', max: 1 });
    onTestFinished(async () => {
      await oldDb.destroy();
      await old.drop();
    });
    await oldDb.raw(
      'create table schema_steps (name text primary key, run_at timestamptz not null default now())',
    );
    const steps = ['0001-events', '0075-backup-runs'].map((name) => ({ name }));
    await oldDb('schema_steps').insert(steps);
    await expect(migrate(old.url)).rejects.toThrow(/older than the newest version before 1\.0/);
    await expect(compareSchema(oldDb)).rejects.toThrow(/older than the newest version before 1\.0/);
    expect(await oldDb('schema_steps').orderBy('name').select('name')).toEqual(steps);
    expect(await oldDb.schema.hasTable('users')).toBe(false);
  });

  it('is adopted with its data when it is the last version before 1.0', async () => {
    const old = await createTestDatabase(null);
    const oldDb = createDb(old.url, { name: 'test', max: 1 });
    onTestFinished(async () => {
      await oldDb.destroy();
      await old.drop();
    });
    await migrate(old.url, migrations.slice(0, 1));
    await oldDb('schema_steps').delete();
    await oldDb('schema_steps').insert(
      ['0001-events', '0075-backup-runs', '0076-file-settings'].map((name) => ({ name })),
    );
    const ada = { id: uuidv7(), name: 'Ada', email: 'ada@people.test', avatar_color: '#000000' };
    await oldDb('users').insert(ada);
    const later = migrations.slice(1).map(({ name }) => name);
    expect(await compareSchema(oldDb)).toEqual({ pending: later, unknown: [] });
    expect(await migrate(old.url)).toEqual(later);
    expect(await oldDb('schema_steps').orderBy('name').pluck('name')).toEqual(await applied());
    expect(await oldDb('users').where({ id: ada.id }).first('name')).toEqual({ name: 'Ada' });
  });

  it('is rejected when it belongs to a newer release', async () => {
    await db('schema_steps').insert({ name: '9999-future' });
    await expect(migrate(database.url)).rejects.toThrow('newer than this code: it has 9999-future');
    await db('schema_steps').where({ name: '9999-future' }).delete();
  });

  it('is migrated by one of several processes that start at once', async () => {
    const step = {
      name: '9998-once',
      up: async (trx: Knex) => trx.raw('create table once (id integer)').then(),
    };
    const all = [...migrations, step];
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, all)));
    expect(runs.flat()).toEqual(['9998-once']);
  });

  it('is migrated after a deadlock, with the first attempt rolled back', async () => {
    let tries = 0;
    const step = {
      name: '9999-deadlock',
      up: async (trx: Knex) => {
        tries += 1;
        await trx.raw('create table crossed (id integer)');
        if (tries === 1) {
          await trx.raw(`do $$ begin raise 'deadlock detected' using errcode = '40P01'; end $$`);
        }
      },
    };
    const once = { name: '9998-once', up: async () => undefined };
    expect(await migrate(database.url, [...migrations, once, step])).toEqual(['9999-deadlock']);
    expect(tries).toBe(2);
  });
});
