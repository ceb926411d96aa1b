import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isUnread, readUntil } from '../../comments/unread-comments.queries.ts';
import { uuidv7 } from '../../runtime/ids.ts';
import { createDb, type Knex } from '../knex.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './index.ts';

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
  await db('users').insert({ id, name, email: `${name}@people.test`, avatar_color: '#000000' });
  return id;
};

/** Unread pairs of user and comment, by the tested statement. */
const unread = async (condition: string) => {
  const { rows } = await db.raw<{ rows: { pair: string }[] }>(
    `select u.name || ' ' || k.text as pair from users u cross join comments k
     where k.deleted_at is null and ${condition} order by pair`,
  );
  return rows.map(({ pair }) => pair);
};

it('keeps what each person has not read, in fewer rows', async () => {
  const upTo = migrations.findIndex(({ name }) => name === '0065-comment-marks');
  await migrate(database.url, migrations.slice(0, upTo));
  const [ada, bob, eve] = [await person('Ada'), await person('Bob'), await person('Eve')];
  const account = uuidv7();
  await db('accounts').insert({ id: account, owner_id: ada, name: 'Studio' });
  const scenes = [uuidv7(), uuidv7()];
  await db('compositions').insert(
    scenes.map((id) => ({ id, account_id: account, name: 'Hall', created_by: ada })),
  );
  await db('composition_members').insert({ composition_id: scenes[0], user_id: bob, role: 1 });
  await db('account_members').insert({ account_id: account, user_id: eve, role: 'admin' });
  const said: string[] = [];
  for (let at = 0; at < 60; at += 1) {
    const scene = scenes[at % 2];
    const id = uuidv7();
    // Every third one replies in the first thread of its scene; one was edited long after its creation.
    await db('comments').insert({
      id,
      composition_id: scene,
      parent_id: at > 2 && at % 3 === 0 ? said[at % 2] : null,
      author_id: [ada, bob, eve][at % 3],
      text: `${at}`,
      created_at: db.raw(`now() + interval '${at + 1} seconds'`),
      updated_at: db.raw(`now() + interval '${at === 4 ? 100 : at + 1} seconds'`),
    });
    said.push(id);
  }
  // Ada has read half of the scene, and two threads beyond it; Eve all of it.
  await db.raw(
    `insert into comment_reads (user_id, comment_id)
     select ?, id from comments where text::int < 30 or text::int in (40, 53) on conflict do nothing`,
    [ada],
  );
  await db.raw(
    'insert into comment_reads (user_id, comment_id) select ?, id from comments on conflict do nothing',
    [eve],
  );
  const before = await unread(
    `k.author_id is distinct from u.id
     and not exists (select 1 from comment_reads r where r.user_id = u.id and r.comment_id = k.id)`,
  );
  await migrate(database.url);
  const after = await unread(isUnread('u.id', 'k', readUntil('u.id', 'k.composition_id')));
  expect(before.length).toBeGreaterThan(20);
  expect(after).toEqual(before);
  const [reads, threads] = [await db('scene_reads'), await db('thread_reads')];
  expect(reads.length).toBeLessThanOrEqual(4);
  expect(threads.length).toBeLessThanOrEqual(4);
});
