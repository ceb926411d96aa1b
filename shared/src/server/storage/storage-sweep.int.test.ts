import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { expect, test } from 'vitest';
import { uuidv7 } from '../runtime/ids.ts';
import { forgetExpired } from './storage-sweep.queries.ts';

const database = useDatabase();

test('expired rows are deleted after their retention period, not before', async () => {
  const [owner, account] = [uuidv7(), uuidv7()];
  await database
    .db('users')
    .insert({ id: owner, name: 'Ada', email: 'ada@people.test', avatar_color: '#000000' });
  await database.db('accounts').insert({ id: account, owner_id: owner, name: 'Studio' });
  const ago = (days: number) => database.db.raw('now() - make_interval(days => ?)', [days]);
  const expiry = { user_id: owner };
  await database.db('storage_corrections').insert([
    { account_id: account, corrected: 1, found_at: ago(31) },
    { account_id: account, corrected: 2, found_at: ago(29) },
  ]);
  await database.db('password_resets').insert([
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
  await database
    .db('sessions')
    .insert([
      session('expired long ago', 31, null),
      session('revoked long ago', -5, 31),
      session('expired', 29, null),
      session('revoked', -5, 29),
      session('living', -5, null),
    ]);
  await database.db.transaction(forgetExpired);
  expect(await database.db('sessions').orderBy('agent').pluck('agent')).toEqual([
    'expired',
    'living',
    'revoked',
  ]);
  expect(await database.db('storage_corrections').pluck('corrected')).toEqual([2]);
  expect((await database.db('password_resets').pluck('token_hash')).map(String)).toEqual(['new']);
});
