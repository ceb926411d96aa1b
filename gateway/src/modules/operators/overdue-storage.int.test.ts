import { randomUUID } from 'node:crypto';
import type { OverdueAccount } from '@diorama/shared/contract/overdue-storage.ts';
import { notifyOverdue } from '@diorama/shared/server/storage/overdue-storage.queries.ts';
import { recordOverflows } from '@diorama/shared/server/storage/overflows.queries.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';

const GB = 1_000_000_000;
const PAGE = 'https://diorama.test/{lang}/storage?workspace={account}';

describe('a free workspace that exceeds its plan for a year', () => {
  const harness = useHarness({ OPERATOR_EMAILS: 'boss@people.test' });
  let boss: Person;
  let owner: Person;
  beforeAll(async () => {
    boss = await harness.signUpConfirmed('boss');
    owner = await harness.signUpConfirmed('owner');
  });

  const account = () => harness.db('accounts').where({ id: owner.accountId });
  const mails = () =>
    harness.db('emails').where({ template: 'storage-overdue', recipient: owner.email }).orderBy('id');
  const sweep = () =>
    harness.db.transaction(async (trx) => {
      await recordOverflows(trx);
      return notifyOverdue(trx, PAGE);
    });
  const age = (months: number) =>
    account().update({
      overflown_since: harness.db.raw(`now() - make_interval(months => ?, days => 1)`, [months]),
    });
  const list = async (person = boss) => {
    const answer = await harness.call('GET', '/api/operators/overdue-storage', { token: person.token });
    return { status: answer.status, accounts: (answer.json.accounts ?? []) as OverdueAccount[] };
  };
  const free = (assets: string[], id = owner.accountId) =>
    harness.call('POST', `/api/operators/overdue-storage/${id}/free`, {
      token: boss.token,
      body: { assets },
    });
  const addFile = async (size: number) => {
    const [object, id] = [randomUUID(), randomUUID()];
    const at = { account_id: owner.accountId };
    const sha256 = Buffer.from(object);
    await harness.db('objects').insert({ ...at, id: object, sha256, key: object, size, content_type: 'x' });
    const file = { ...at, id, type: 2, name: `file of ${size}`, size, status: 'ready' };
    await harness.db('assets').insert({ ...file, original_object: object });
    await account().increment('storage_used', size);
    return `/api/assets/${id}`;
  };

  const idOf = (iri: string) => iri.split('/').at(-1) ?? '';

  it('is mailed once after eleven and after twelve months, and nothing is deleted automatically', async () => {
    const [large, used, small] = [await addFile(3 * GB), await addFile(GB), await addFile(GB / 2)];
    await account().update({ watermark_asset: idOf(used) });
    await sweep();
    expect((await account().first()).overflown_since).not.toBeNull();
    await age(10);
    await sweep();
    expect(await mails()).toHaveLength(0);
    await age(11);
    await sweep();
    await sweep();
    expect((await mails()).map(({ props }) => props.isOver)).toEqual([false]);
    expect((await list()).accounts).toEqual([]);
    expect((await free([large])).status, 'not before the second notice').toBe(404);
    await age(12);
    await sweep();
    await sweep();
    expect(await mails(), 'a month after the first, however long it has been over').toHaveLength(1);
    await account().update({ overdue_told_at: harness.db.raw(`now() - interval '1 month'`) });
    await sweep();
    await sweep();
    const told = await mails();
    expect(told.map(({ props }) => props.isOver)).toEqual([false, true]);
    expect(told[1].props.url).toBe(`https://diorama.test/en/storage?workspace=${owner.accountId}`);
    expect(await harness.db('assets').where({ account_id: owner.accountId, deleted_at: null })).toHaveLength(
      3,
    );

    const { accounts } = await list();
    expect(accounts.map(({ used: bytes, available }) => [bytes, available])).toEqual([[4.5 * GB, 2 * GB]]);
    // The largest file is enough, and used files are never offered.
    expect(accounts[0]?.files.map(({ assets }) => assets)).toEqual([[large]]);
    const freed = await free([large, used, small, `/api/assets/${randomUUID()}`]);
    expect([freed.status, freed.json]).toEqual([200, { deleted: 1, kept: 3, used: 1.5 * GB }]);
    expect((await account().first()).storage_used).toBe(1.5 * GB);
    expect((await list()).accounts).toEqual([]);
    expect((await free([small])).status, 'it has made room').toBe(404);
  });

  it('keeps the pictures of comments', async () => {
    const token = owner.token;
    const scene = await harness.call('POST', '/api/compositions', { token, body: { name: 'Talked about' } });
    const picture = await addFile(4 * GB);
    const spoken = { composition_id: scene.json.uuid, text: 'Look', snapshot_asset: idOf(picture) };
    const [{ id }] = await harness
      .db('comments')
      .insert({ id: randomUUID(), ...spoken })
      .returning('id');
    const long = harness.db.raw(`now() - interval '13 months'`);
    await account().update({ overflown_since: long, overdue_told_at: long, overdue_notices: 2 });
    expect((await free([picture])).json).toMatchObject({ deleted: 0, kept: 1 });
    const refused = await harness.call('DELETE', picture, { token });
    expect([refused.status, refused.json.scenes]).toEqual([
      409,
      [{ '@id': scene.json['@id'], name: 'Talked about' }],
    ]);
    await harness.db('comments').where({ id }).update({ deleted_at: harness.db.fn.now() });
    expect((await free([picture])).json).toMatchObject({ deleted: 1, kept: 0 });
  });

  it('is skipped without deletable files, and others are on further pages', async () => {
    const long = harness.db.raw(`now() - interval '13 months'`);
    const told = { overflown_since: long, overdue_told_at: long, overdue_notices: 2 };
    const file = await addFile(4 * GB);
    await account().update(told);
    const row = { ...(await account().first()), ...told };
    // Earlier than all others, and with nothing that could be deleted, as nothing is in them.
    const full = Array.from({ length: 60 }, (_, i) => ({
      ...row,
      id: randomUUID(),
      name: `Full ${i}`,
      overflown_since: harness.db.raw(`now() - interval '14 months'`),
    }));
    await harness.db('accounts').insert(full);
    const first = await harness.call('GET', '/api/operators/overdue-storage', { token: boss.token });
    expect([first.json.accounts, typeof first.json.next]).toEqual([[], 'string']);
    const path = `/api/operators/overdue-storage?after=${first.json.next}`;
    const second = await harness.call('GET', path, { token: boss.token });
    expect(second.json).toMatchObject({
      accounts: [{ '@id': `/api/accounts/${owner.accountId}` }],
      next: null,
    });
    const nobody = `/api/operators/overdue-storage?after=${randomUUID()}`;
    expect((await harness.call('GET', nobody, { token: boss.token })).json).toEqual(first.json);
    const noId = '/api/operators/overdue-storage?after=1';
    expect((await harness.call('GET', noId, { token: boss.token })).status).toBe(422);
    await harness
      .db('accounts')
      .whereIn(
        'id',
        full.map(({ id }) => id),
      )
      .delete();
    expect((await free([file])).json).toMatchObject({ deleted: 1 });
  });

  it('starts a new year after it made room', async () => {
    await sweep();
    expect((await account().first()).overdue_notices).toBe(0);
    await addFile(3 * GB);
    await sweep();
    const { overflown_since: since } = await account().first();
    expect(Date.now() - Date.parse(since)).toBeLessThan(60_000);
    expect(await mails()).toHaveLength(2);
  });

  it('is visible only to operators', async () => {
    expect((await list(owner)).status).toBe(403);
    expect((await harness.call('GET', '/api/operators/overdue-storage')).status).toBe(401);
    expect((await free(['/api/assets/1'], randomUUID())).status).toBe(404);
  });
});
