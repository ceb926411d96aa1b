import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertDone } from '../jobs/job-state.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { createDb, type Knex } from './knex.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/** The last step of the first release that ran in production. */
const FIRST = '0013-lists';
const HOUR_MS = 3_600_000;

describe('the schema of a database that people work in', () => {
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

  const person = async (name: string) => {
    const id = uuidv7();
    await db('users').insert({
      id,
      name,
      email: `${name}@people.test`.toLowerCase(),
      avatar_color: '#000000',
    });
    return id;
  };
  const workspace = async (owner: string, isActive = true) => {
    const id = uuidv7();
    await db('accounts').insert({ id, owner_id: owner, name: 'Studio', is_active: isActive });
    return id;
  };

  const objectOf = async (account: string) => {
    const id = uuidv7();
    await db('objects').insert({
      id,
      account_id: account,
      sha256: Buffer.from(id),
      key: id,
      size: 1,
      content_type: 'image/webp',
    });
    return id;
  };
  const asset = async (account: string) => {
    const id = uuidv7();
    const original = await objectOf(account);
    await db('assets').insert({
      id,
      account_id: account,
      type: 2,
      name: 'a',
      size: 1,
      original_object: original,
    });
    return id;
  };

  it('is brought to that of this release, with what stands in it', async () => {
    const upToFirst = migrations.slice(0, migrations.findIndex(({ name }) => name === FIRST) + 1);
    expect(await migrate(database.url, upToFirst)).toHaveLength(upToFirst.length);
    const [ada, bob] = [await person('Ada'), await person('Bob')];
    const [studio, suspended] = [await workspace(ada), await workspace(bob, false)];
    await db('account_members').insert({ account_id: studio, user_id: bob, role: 'guest' });
    await db('members').insert({ account_id: studio, email: 'carol@people.test' });
    const scene = uuidv7();
    await db('compositions').insert({ id: scene, account_id: studio, name: 'Chair', created_by: ada });
    await db('comments').insert({ id: uuidv7(), composition_id: scene, author_id: bob, text: 'Nice' });
    const [used, named, sent] = [await asset(studio), await asset(studio), await asset(suspended)];
    const document = { nodes: { m: { props: { asset: `/api/assets/${used}` } }, x: `/api/assets/${sent}` } };
    await db('composition_documents').insert({
      composition_id: scene,
      snapshot: Buffer.alloc(0),
      document: JSON.stringify(document),
    });
    await db('composition_updates').insert({
      composition_id: scene,
      bytes: Buffer.concat([
        Buffer.from([0, 255]),
        Buffer.from(`a\\w)/api/assets/${named}`),
        Buffer.from([200]),
      ]),
    });
    await db('scene_outputs').insert({
      id: uuidv7(),
      composition_id: scene,
      revision: 1,
      document: '{}',
      asset_ids: [used, sent],
      carousel_objects: [await objectOf(studio), await objectOf(studio)],
    });

    const mailed = { name: 'email.requested', payload: '{}', publishes: 1 };
    const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
    const published = (id: string, hours: number, settled: number | null) => ({
      id,
      ...mailed,
      created_at: at(hours),
      published_at: at(hours),
      check_at: at(0),
      settled_at: settled === null ? null : at(settled),
    });
    // Jobs in the queues of the old release while the new one starts, of any age.
    const [waiting, stuck, done] = [
      uuidv7(at(1).getTime()),
      uuidv7(at(200).getTime()),
      uuidv7(at(2).getTime()),
    ];
    await db('outbox_published').insert([
      published(waiting, 1, null),
      published(stuck, 200, null),
      published(done, 2, 1),
      published(uuidv7(at(30).getTime()), 30, 29),
    ]);
    await db('job_done').insert([{ job_id: `${done}-email.send`, done_at: at(1) }]);

    const rest = await migrate(database.url);
    expect(rest).toEqual(migrations.slice(upToFirst.length).map(({ name }) => name));
    expect(await migrate(database.url)).toEqual([]);

    expect((await db('outbox_published').pluck('id')).toSorted()).toEqual([waiting, stuck, done].toSorted());
    expect(await db('job_done').pluck('job_id')).toEqual([`${done}-email.send`]);
    const twin = { jobId: `${done}-email.send`, dedupeKey: null, startedAt: null };
    expect(await insertDone(db, twin)).toBe(false);

    const members = await db('members').where({ account_id: studio }).orderBy('listed_as').pluck('listed_as');
    expect(members).toEqual(['Bob', 'carol@people.test']);
    expect(await db('comments').pluck('account_id')).toEqual([studio]);
    const suspensions = await db('accounts').whereNotNull('suspended_at').pluck('id');
    expect(suspensions).toEqual([suspended]);
    const uses = await db('composition_assets').orderBy(['asset_id', 'output_id']);
    expect(
      uses.map((row) => [row.asset_id, row.update_seq !== null, row.output_id !== null]),
      'what documents, edits and outputs use, of their own workspace',
    ).toEqual([
      [used, false, true],
      [used, false, false],
      [named, true, false],
    ]);
    const refs = await db('object_refs').select('held_by', 'place').orderBy('place');
    expect(refs.map((row) => `${row.held_by} ${row.place}`)).toEqual([
      ...Array(2).fill('scene_outputs carousel_objects'),
      ...Array(3).fill('assets original_object'),
    ]);

    await db('users').where({ id: bob }).update({ name: 'Robert' });
    expect(await db('members').where({ user_id: bob }).pluck('listed_as')).toEqual(['Robert']);
  });

  it('is left alone when it is of a newer release', async () => {
    await db('schema_steps').insert({ name: '9999-future' });
    await expect(migrate(database.url)).rejects.toThrow('newer than this code: it has 9999-future');
    await db('schema_steps').where({ name: '9999-future' }).delete();
  });

  it('is changed by one of several that start at once', async () => {
    const step = {
      name: '9998-once',
      up: async (trx: Knex) => trx.raw('create table once (id integer)').then(),
    };
    const all = [...migrations, step];
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, all)));
    expect(runs.flat()).toEqual(['9998-once']);
  });

  it('is changed although somebody who works in it was in the way, and nothing of the first try stays', async () => {
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
