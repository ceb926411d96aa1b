import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../ids.ts';
import { createDb, type Knex } from './knex.ts';
import { forgetExpired } from './storage-sweep.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Knex;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(database.url, { name: 'test' });
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('what is needed for a time only is forgotten after it, and not before', async () => {
  const [owner, account] = [uuidv7(), uuidv7()];
  await db('users').insert({ id: owner, name: 'Ada', email: 'ada@people.test', avatar_color: '#000000' });
  await db('accounts').insert({ id: account, owner_id: owner, name: 'Studio' });
  const ago = (days: number) => db.raw('now() - make_interval(days => ?)', [days]);
  const expiry = { user_id: owner };
  await db('storage_corrections').insert([
    { account_id: account, corrected: 1, found_at: ago(31) },
    { account_id: account, corrected: 2, found_at: ago(29) },
  ]);
  await db('password_resets').insert([
    { ...expiry, token_hash: Buffer.from('old'), expires_at: ago(31) },
    { ...expiry, token_hash: Buffer.from('new'), expires_at: ago(29) },
  ]);
  const session = (name: string, expires: number, revoked: number | null) => ({
    id: uuidv7(),
    user_id: owner,
    current_hash: Buffer.from(name),
    remember: true,
    agent: name,
    expires_at: ago(expires),
    revoked_at: revoked === null ? null : ago(revoked),
  });
  await db('sessions').insert([
    session('expired long ago', 31, null),
    session('revoked long ago', -5, 31),
    session('expired', 29, null),
    session('revoked', -5, 29),
    session('living', -5, null),
  ]);
  await db.transaction(forgetExpired);
  expect(await db('sessions').orderBy('agent').pluck('agent')).toEqual(['expired', 'living', 'revoked']);
  expect(await db('storage_corrections').pluck('corrected')).toEqual([2]);
  expect((await db('password_resets').pluck('token_hash')).map(String)).toEqual(['new']);
});
