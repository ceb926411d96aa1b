import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { createQueues, type Queues } from '@diorama/shared/server/jobs/queue.ts';
import { startHeartbeat } from '@diorama/shared/server/runtime/heartbeat.ts';
import { SILENT_AFTER_MS } from '@diorama/shared/server/runtime/heartbeats.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { RETRY_PERIOD_MS } from '@diorama/shared/server/runtime/version-skew.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';

type Person = Awaited<ReturnType<Harness['signUp']>>;
type Overview = {
  outbox: { waiting: number; oldestAge: number; open: number; refused: number; givenUp: number };
  queues: {
    backend: string;
    states: ({ name: string; isPaused: boolean; workers: number } & Record<string, number>)[];
    failed: { queue: string; job: string; reason: string; runs: number }[];
  } | null;
  processes: {
    name: string;
    state: string;
    pid: number;
    queues: string[];
    failing: string[];
    busy: { job: string }[];
  }[];
  accounts: { total: number; suspended: number };
  storage: { checkedAt: string | null; corrections: number; correctedBytes: number };
};
type Listed = {
  totalItems: number;
  member: {
    uuid: string;
    name: string;
    ownerEmail: string;
    isActive: boolean;
    suspendedBy: string | null;
    totalScenes: number;
    totalMembers: number;
  }[];
};

describe('the operator API', () => {
  let harness: Harness;
  let operator: Person;
  let queues: Queues;
  beforeAll(async () => {
    harness = await startHarness({ OPERATOR_EMAILS: 'boss@people.test' });
    operator = await harness.signUpConfirmed('boss');
    const { databaseUrl } = harness.deps.env;
    queues = createQueues({ databaseUrl, redisUrl: null, logger: harness.deps.logger });
  });
  afterAll(async () => {
    await queues.close();
    await harness.close();
  });

  const overview = async (): Promise<Overview> => {
    const answer = await harness.call('GET', '/api/operators/overview', { token: operator.token });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return JSON.parse(answer.text);
  };
  const list = async (query: string): Promise<Listed> => {
    const answer = await harness.call('GET', `/api/operators/accounts?${query}`, { token: operator.token });
    expect(answer.status, answer.text).toBe(200);
    return JSON.parse(answer.text);
  };
  const suspend = (accountId: string, isActive: boolean, person = operator) =>
    harness.call('PATCH', `/api/accounts/${accountId}`, { token: person.token, body: { isActive } });
  const stateOf = async (name: string) =>
    (await overview()).queues?.states.find((state) => state.name === name);

  describe('the outbox', () => {
    it('reports the age of its oldest event', async () => {
      await harness.db('outbox').delete();
      expect((await overview()).outbox).toEqual({
        waiting: 0,
        oldestAge: 0,
        open: 0,
        refused: 0,
        givenUp: 0,
      });
      const first = await recordEvent(harness.db, {
        name: 'email.requested',
        payload: { emailId: uuidv7() },
      });
      await recordEvent(harness.db, { name: 'email.requested', payload: { emailId: uuidv7() } });
      await harness.db.raw(`update outbox set created_at = now() - interval '90 s' where id = ?`, [first]);
      const { waiting, oldestAge } = (await overview()).outbox;
      expect(waiting).toBe(2);
      expect(oldestAge).toBeGreaterThanOrEqual(90);
      expect(oldestAge).toBeLessThan(150);
      await harness.db('outbox').delete();
    });

    it('counts queued jobs that are not done yet as open', async () => {
      const row = {
        name: 'x',
        payload: '{}',
        created_at: new Date(),
        published_at: new Date(),
        publishes: 1,
      };
      const open = uuidv7();
      await harness.db('outbox_published').insert([
        { ...row, id: open, check_at: new Date(), settled_at: null },
        { ...row, id: uuidv7(), check_at: new Date(), settled_at: new Date() },
      ]);
      expect((await overview()).outbox.open).toBe(1);
      await harness.db('outbox_published').where({ id: open }).delete();
    });
  });

  it('counts refused events and those that are no longer retried', async () => {
    const row = { name: 'email.requested', payload: '{"mail":7}', reason: 'No emailId' };
    await harness.db('outbox_refused').insert([
      { ...row, id: uuidv7(), created_at: new Date() },
      { ...row, id: uuidv7(), created_at: new Date(Date.now() - RETRY_PERIOD_MS) },
    ]);
    expect((await overview()).outbox).toMatchObject({ refused: 2, givenUp: 1 });
    await harness.db('outbox_refused').delete();
  });

  describe('the queues', () => {
    const add = (id: string) =>
      queues.add([
        { name: 'email.send', data: { id, eventId: uuidv7(), publishes: 1, payload: { emailId: uuidv7() } } },
      ]);

    it('are reported with their waiting jobs, also while paused', async () => {
      const queue = queues.get('notify');
      await Promise.all([add('a'), add('b')]);
      expect(await stateOf('notify')).toMatchObject({ waiting: 2, active: 0, isPaused: false });
      await queue.pause();
      expect(await stateOf('notify')).toMatchObject({ waiting: 2, isPaused: true });
      await queue.resume();
      await queue.obliterate({ force: true });
      expect(await stateOf('notify')).toMatchObject({ waiting: 0, isPaused: false });
    });

    it('are reported with their latest failures and the reasons', async () => {
      const queue = queues.get('notify');
      await queue.add('email.send', { id: 'c' }, { attempts: 1 });
      const worker = await queues.createWorker(
        'notify',
        async () => {
          throw new Error('mail.bad-address: No such address');
        },
        { concurrency: 1 },
      );
      const running = worker.run();
      await expect.poll(() => stateOf('notify').then((state) => state?.failed)).toBe(1);
      await worker.close();
      await running;
      expect((await overview()).queues?.failed).toEqual([
        expect.objectContaining({
          queue: 'notify',
          job: 'email.send',
          reason: 'mail.bad-address: No such address',
          runs: 1,
        }),
      ]);
      await queue.obliterate({ force: true });
    });

    it('are null while unavailable, and the rest is still returned', async () => {
      const away = await startHarness({ OPERATOR_EMAILS: 'away@people.test' });
      const person = await away.signUpConfirmed('away');
      await away.db.raw('alter schema bullmq rename to elsewhere');
      const answer = await away.call('GET', '/api/operators/overview', { token: person.token });
      await away.db.raw('alter schema elsewhere rename to bullmq');
      expect([answer.status, answer.json.queues]).toEqual([200, null]);
      expect(answer.json.outbox).toBeDefined();
      await away.close();
    });
  });

  describe('processes', () => {
    const begin = (name: string, job: string) =>
      startHeartbeat({
        db: harness.db,
        logger: harness.deps.logger,
        process: { kind: 'worker', name, queues: ['assets'], roles: [] },
        busy: () => [{ job, since: new Date().toISOString() }],
      });
    const named = async (name: string) =>
      (await overview()).processes.filter((process) => process.name === name);

    it('are listed with their running jobs until they end', async () => {
      const heartbeat = begin('worker-one', 'asset.import');
      await expect.poll(() => named('worker-one')).toHaveLength(1);
      expect(await named('worker-one')).toEqual([
        expect.objectContaining({
          state: 'working',
          pid: process.pid,
          queues: ['assets'],
          busy: [expect.objectContaining({ job: 'asset.import' })],
        }),
      ]);
      expect((await stateOf('assets'))?.workers).toBe(1);
      await heartbeat.close();
      expect(await named('worker-one')).toEqual([]);
      expect((await stateOf('assets'))?.workers).toBe(0);
    });

    it('that fail a health check are listed with its name until it passes', async () => {
      let isBroken = true;
      const check = async () => {
        if (isBroken) {
          throw new Error('no connection');
        }
      };
      const heartbeat = startHeartbeat({
        db: harness.db,
        logger: harness.deps.logger,
        process: { kind: 'worker', name: 'worker-failing', queues: ['assets'], roles: [] },
        checks: { 'failed-jobs': check, database: async () => undefined },
      });
      const seen = async () => (await named('worker-failing')).map(({ state, failing }) => [state, failing]);
      await expect.poll(seen).toEqual([['failing', ['failed-jobs']]]);
      isBroken = false;
      await expect.poll(seen, { timeout: 60_000 }).toEqual([['working', []]]);
      await heartbeat.close();
    });

    it('without heartbeats are silent, do not count as workers and are deleted later', async () => {
      const heartbeat = begin('worker-two', 'asset.import');
      await expect.poll(() => named('worker-two')).toHaveLength(1);
      const age = (name: string, ms: number) =>
        harness.db.raw(`update process_heartbeats set seen_at = now() - ? * interval '1 ms' where name = ?`, [
          ms,
          name,
        ]);
      // Another process, as the first one keeps its heartbeat.
      await harness.db.raw(
        `insert into process_heartbeats select gen_random_uuid(), kind, 'worker-gone', host, pid, queues, roles, busy,
         started_at, seen_at from process_heartbeats where name = 'worker-two'`,
      );
      await age('worker-gone', SILENT_AFTER_MS + 1_000);
      expect((await named('worker-gone')).map(({ state }) => state)).toEqual(['silent']);
      expect((await stateOf('assets'))?.workers).toBe(1);
      await age('worker-gone', 2 * 3_600_000);
      const third = begin('worker-gone', 'asset.import');
      await expect
        .poll(async () => (await named('worker-gone')).map(({ state }) => state))
        .toEqual(['working']);
      await Promise.all([heartbeat.close(), third.close()]);
    });
  });

  describe('storage', () => {
    it('reports the last check and the corrections of a week', async () => {
      expect((await overview()).storage).toMatchObject({
        checkedAt: null,
        corrections: 0,
        correctedBytes: 0,
      });
      const at = '2026-03-04T05:06:07.000Z';
      await harness.db('accounts').where({ id: operator.accountId }).update({ storage_checked_at: at });
      const row = { account_id: operator.accountId };
      await harness.db('storage_corrections').insert([
        { ...row, corrected: -300 },
        { ...row, corrected: 200 },
        { ...row, corrected: 7, found_at: new Date(Date.now() - 8 * 86_400_000) },
      ]);
      const { storage } = await overview();
      expect(storage).toMatchObject({ corrections: 2, correctedBytes: 500 });
      expect(Date.parse(storage.checkedAt ?? '')).toBe(Date.parse(at));
    });
  });

  describe('workspaces', () => {
    let ada: Person;
    beforeAll(async () => {
      ada = await harness.signUp('ada_l');
      await harness.db('users').where({ id: ada.userId }).update({ name: 'Ada', last_name: 'Lovelace' });
      await harness.db('accounts').where({ id: ada.accountId }).update({ name: 'Analytical 100% Engines' });
      await harness.call('POST', '/api/compositions', { token: ada.token, body: { name: 'Mill' } });
    });

    it.each([
      ['part of its name', 'q=lytical%20100%25'],
      ["its owner's name", 'q=ADA%20lovel'],
      ['its owner’s email address', 'q=ada_l%40people'],
    ])('are found by %s', async (_what, query) => {
      const { member, totalItems } = await list(query);
      expect(totalItems).toBe(1);
      expect(member).toEqual([
        expect.objectContaining({
          uuid: ada.accountId,
          ownerEmail: 'ada_l@people.test',
          isActive: true,
          totalScenes: 1,
          totalMembers: 0,
        }),
      ]);
    });

    it.each(['q=adaXl', 'q=%25%25', 'q=100_', 'q=%00', `q=${'x'.repeat(200)}`])(
      'are not found by %s',
      async (query) => {
        const expected = query === 'q=%00' ? await list('') : { totalItems: 0 };
        expect((await list(query)).totalItems).toBe(expected.totalItems);
      },
    );

    it('exclude the library and workspaces that are being deleted', async () => {
      const leaver = await harness.signUp('leaver');
      await harness.db('accounts').where({ id: leaver.accountId }).update({ is_active: false });
      const ids = (await list('itemsPerPage=100')).member.map(({ uuid }) => uuid);
      expect(ids).toContain(ada.accountId);
      expect(ids).not.toContain(leaver.accountId);
      expect(ids).not.toContain(LIBRARY_ACCOUNT_ID);
      expect((await suspend(leaver.accountId, true)).status).toBe(404);
      const { rows } = await harness.db.raw('select is_active from accounts where id = ?', [
        leaver.accountId,
      ]);
      expect(rows).toEqual([{ is_active: false }]);
      expect((await suspend(LIBRARY_ACCOUNT_ID, false)).status).toBe(404);
    });

    it('are suspended and resumed, and repeated calls change nothing', async () => {
      const before = (await overview()).accounts;
      expect((await suspend(ada.accountId, false)).json).toMatchObject({ isActive: false });
      const [first] = (await list('isActive=false')).member;
      expect(first).toMatchObject({ uuid: ada.accountId, isActive: false, suspendedBy: 'boss' });
      await suspend(ada.accountId, false);
      expect((await list('isActive=false')).member).toEqual([first]);
      expect((await list('isActive=true')).member.map(({ uuid }) => uuid)).not.toContain(ada.accountId);
      expect((await list('isActive=false&q=engines')).totalItems).toBe(1);
      expect((await overview()).accounts).toEqual({ ...before, suspended: before.suspended + 1 });
      await suspend(ada.accountId, true);
      expect((await list('isActive=false')).totalItems).toBe(before.suspended);
      expect((await list('q=engines')).member[0]).toMatchObject({ isActive: true, suspendedAt: null });
    });

    it('show the suspension reason only to their owner, by mail and on the page', async () => {
      const eve = await harness.signUpConfirmed('eve');
      const mails = () => harness.db('emails').where({ recipient: 'eve@people.test' }).orderBy('created_at');
      const ask = (body: object, token = operator.token) =>
        harness.call('PATCH', `/api/accounts/${eve.accountId}`, { token, body });
      const reasonFor = async (token: string) =>
        (await harness.call('GET', `/api/accounts/${eve.accountId}`, { token })).json.suspensionReason;
      const before = (await mails()).length;
      const reason = 'Copied models.\nPlease delete them.';
      expect((await ask({ isActive: false, reason }, eve.token)).status).toBe(403);
      expect((await ask({ isActive: false, reason: ' ' })).status).toBe(422);
      expect((await ask({ isActive: false, reason })).status).toBe(200);
      expect((await ask({ isActive: false, reason: 'Another' })).status).toBe(200);
      expect(await reasonFor(eve.token)).toBe(reason);
      const guest = await harness.signUpConfirmed('eves-guest');
      await harness
        .db('account_members')
        .insert({ account_id: eve.accountId, user_id: guest.userId, role: 'admin' });
      expect(await reasonFor(guest.token)).toBeNull();
      expect((await list('q=eve@people.test')).member[0]).toMatchObject({ suspensionReason: reason });
      expect((await ask({ isActive: true })).status).toBe(200);
      expect(await reasonFor(eve.token)).toBeNull();
      const sent = (await mails()).slice(before);
      expect(sent.map(({ template, props }) => [template, props.reason])).toEqual([
        ['workspace-suspended', reason],
        ['workspace-reactivated', undefined],
      ]);
      expect(sent[0].props.url).toMatch(/\/en\/scenes\/all$/);
    });

    it('omit name and reason in mails to an unconfirmed address', async () => {
      const mallory = await harness.signUp('mallory');
      const body = { isActive: false, reason: 'Copied models' };
      await harness.call('PATCH', `/api/accounts/${mallory.accountId}`, { token: operator.token, body });
      const [mail] = await harness
        .db('emails')
        .where({ template: 'workspace-suspended' })
        .orderBy('created_at', 'desc');
      expect(mail).toMatchObject({
        recipient: 'mallory@people.test',
        props: { workspace: null, reason: null },
      });
    });

    it('can be suspended and resumed by an operator who owns them', async () => {
      expect((await suspend(operator.accountId, false)).json).toMatchObject({ isActive: false });
      expect((await list('isActive=false')).member[0]?.uuid).toBe(operator.accountId);
      expect((await suspend(operator.accountId, true)).json).toMatchObject({ isActive: true });
    });

    it('are listed in consecutive pages, newest first', async () => {
      await Promise.all(['p1', 'p2', 'p3'].map((name) => harness.signUp(name)));
      const all = (await list('itemsPerPage=100')).member.map(({ uuid }) => uuid);
      const pages = await Promise.all([1, 2].map((page) => list(`itemsPerPage=3&page=${page}`)));
      expect(pages.flatMap(({ member }) => member.map(({ uuid }) => uuid))).toEqual(all.slice(0, 6));
    });
  });
});
