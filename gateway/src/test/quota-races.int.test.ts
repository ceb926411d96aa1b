import { PLANS } from '@diorama/shared/plans.ts';
import { describe, expect, it } from 'vitest';
import { type Answer, type Person, useHarness } from './harness.ts';
import { multipartForm } from './multipart-form.ts';

const AT_ONCE = 20;
const BYTES = 100;

describe('concurrent requests for the last free place', () => {
  const harness = useHarness();
  let owner: Person;
  let count = 0;

  const join = async () => {
    count += 1;
    owner = await harness.signUp(`owner${count}`);
  };
  const create = () =>
    harness.call('POST', '/api/compositions', { token: owner.token, body: { account: owner.accountId } });
  const statusesOf = (answers: Answer[]) =>
    Object.fromEntries(
      Map.groupBy(answers, ({ status }) => status)
        .entries()
        .map(([status, all]) => [status, all.length]),
    );
  const countScenes = async () =>
    Number(
      (await harness.db('compositions').where({ account_id: owner.accountId, deleted_at: null }).count())[0]
        ?.count,
    );

  /** A unique file that begins like a GLB. */
  const upload = (n: number) => {
    const file = Buffer.alloc(BYTES, n);
    file.write('glTF');
    file.writeUInt32LE(2, 4);
    const form = multipartForm({ type: '2', account: owner.accountId }, ['file', `${n}.glb`, file]);
    return harness.call('POST', '/api/assets/upload', { token: owner.token, body: form });
  };

  it('create exactly one scene, and the others get 402', async () => {
    await join();
    for (let made = 1; made < PLANS.free.features.maxScenes; made++) {
      await create();
    }
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, create));
    expect(statusesOf(answers)).toEqual({ 201: 1, 402: AT_ONCE - 1 });
    expect(await countScenes()).toBe(PLANS.free.features.maxScenes);
  });

  it('never exceed the scene limit during five concurrent deletions', async () => {
    await join();
    const scenes: string[] = [];
    for (let made = 0; made < PLANS.free.features.maxScenes; made++) {
      scenes.push(String((await create()).json.uuid));
    }
    const [created, deleted] = await Promise.all([
      Promise.all(Array.from({ length: AT_ONCE }, create)),
      Promise.all(
        scenes.map((id) => harness.call('DELETE', `/api/compositions/${id}`, { token: owner.token })),
      ),
    ]);
    expect(deleted.map(({ status }) => status)).toEqual(scenes.map(() => 204));
    expect(new Set(created.map(({ status }) => status)).difference(new Set([201, 402]))).toEqual(new Set());
    const made = created.filter(({ status }) => status === 201).length;
    expect(await countScenes()).toBe(made);
    expect(made).toBeLessThanOrEqual(PLANS.free.features.maxScenes);
  });

  it('store exactly one file, and the others get 403', async () => {
    await join();
    const full = PLANS.free.features.storage - BYTES;
    await harness.db('accounts').where({ id: owner.accountId }).update({ storage_used: full });
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => upload(n)));
    expect(statusesOf(answers)).toEqual({ 201: 1, 403: AT_ONCE - 1 });
    expect(
      new Set(answers.filter(({ status }) => status === 403).map(({ json }) => json.description)),
    ).toEqual(new Set(['security.account.storage-full']));
    const [account] = await harness.db('accounts').where({ id: owner.accountId });
    expect(account.storage_used).toBe(PLANS.free.features.storage);
    expect(await harness.db('assets').where({ account_id: owner.accountId })).toHaveLength(1);
  });

  it('are charged once for the same file', async () => {
    await join();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => upload(7)));
    expect(statusesOf(answers)).toEqual({ 201: AT_ONCE });
    const [account] = await harness.db('accounts').where({ id: owner.accountId });
    expect(account.storage_used).toBe(BYTES);
  });
});
