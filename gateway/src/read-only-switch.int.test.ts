import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { createPublisher } from '@diorama/shared/server/jobs/publisher.ts';
import { createQueues } from '@diorama/shared/server/jobs/queue.ts';
import { runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { followReadOnly, type ReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { handlersFor } from '@diorama/stack/test/queue-fixture.ts';
import { SLOW } from '@diorama/stack/test/slow.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { joinScene } from './collab/test-client.ts';
import { type Harness, type Person, startHarness } from './test/harness.ts';

/** All processes follow within this time; the polls of the tests fail later only on a blocked machine. */
const WITHIN = { timeout: 30_000 * SLOW, interval: 50 };

describe('the read-only switch', () => {
  let first: Harness;
  let second: Harness;
  let operator: Person;
  let owner: Person;
  let scene: string;

  beforeAll(async () => {
    const env = { OPERATOR_EMAILS: 'boss@people.test' };
    first = await startHarness(env);
    operator = await first.signUpConfirmed('boss');
    owner = await first.signUp('owner');
    const body = { name: 'Kitchen' };
    scene = String((await first.call('POST', '/api/compositions', { token: owner.token, body })).json.uuid);
    second = await startHarness({ ...env, DATABASE_URL: first.deps.env.databaseUrl });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  const toggle = (isOn: boolean, person = operator) =>
    first.call('PUT', '/api/operators/read-only', { token: person.token, body: { isOn } });
  const areReadOnly = async () =>
    Promise.all([first, second].map(async ({ call }) => (await call('GET', '/api/config')).json.isReadOnly));
  const rename = ({ call }: Harness, name: string) =>
    call('PATCH', `/api/compositions/${scene}`, { token: owner.token, body: { name } });

  it('reaches all gateways, with its operator and time, and can be turned off', async () => {
    expect((await toggle(true, owner)).status).toBe(403);
    const { status, json } = await toggle(true);
    expect([status, json]).toEqual([
      200,
      { isOn: true, isByEnvironment: false, switchedBy: 'boss', switchedAt: expect.any(String) },
    ]);
    await expect.poll(areReadOnly, WITHIN).toEqual([true, true]);
    for (const gateway of [first, second]) {
      expect((await rename(gateway, 'Hall')).json.description).toBe('server.read-only');
      const overview = await gateway.call('GET', '/api/operators/overview', { token: operator.token });
      expect(overview.json.readOnly).toEqual(json);
      expect(
        (await gateway.call('GET', `/api/compositions/${scene}`, { token: owner.token })).json.name,
      ).toBe('Kitchen');
    }
    expect((await toggle(true)).json.switchedAt, 'a second time changes nothing').toBe(json.switchedAt);
    await toggle(false);
    await expect.poll(areReadOnly, WITHIN).toEqual([false, false]);
    expect((await rename(second, 'Hall')).status).toBe(200);
  });

  it('pauses open editors, which send their edits when it is turned off', async () => {
    const ydoc = new Y.Doc();
    const editor = joinScene(second.url, scene, owner.token, { ydoc });
    await expect.poll(() => editor.isSynced(), WITHIN).toBe(true);
    await toggle(true);
    await expect
      .poll(() => editor.messages, WITHIN)
      .toContainEqual({ type: 'refused', code: 'server.read-only' });
    const node = new Y.Map<unknown>([['kind', 'box']]);
    sceneRoots(ydoc).nodes.set('box1', node);
    const other = joinScene(first.url, scene, owner.token);
    await expect.poll(() => other.isSynced(), WITHIN).toBe(true);
    expect(sceneRoots(other.ydoc).nodes.has('box1')).toBe(false);
    expect(editor.isDurable()).toBe(false);
    other.close();

    await toggle(false);
    await expect.poll(() => editor.isDurable(), WITHIN).toBe(true);
    editor.close();
    const { json } = await first.call('GET', `/api/compositions/${scene}/document`, { token: owner.token });
    expect(Object.keys((json.document as { nodes: object }).nodes)).toContain('box1');
  });

  it('lets workers finish running jobs and take no new ones, and keeps events in the outbox', async () => {
    const { db, bus, commitNotifications, env, logger } = first.deps;
    await db('outbox').delete();
    const readOnly: ReadOnly = await followReadOnly({ db, bus, env, logger });
    const queues = createQueues({ databaseUrl: env.databaseUrl, redisUrl: null, logger });
    const publisher = createPublisher({
      db,
      commitNotifications,
      queues,
      logger,
      readOnly,
      settings: { pollMs: 50 },
    });
    const begun: string[] = [];
    const ended: string[] = [];
    const finish = Promise.withResolvers<void>();
    const worker = await runWorker({
      name: 'test',
      queues: ['notify'],
      handlers: handlersFor('notify', async (_job, payload) => {
        const { emailId } = payload as { emailId: string };
        begun.push(emailId);
        await finish.promise;
        ended.push(emailId);
        return { messageId: null };
      }),
      concurrency: { notify: 1 },
      env,
      db,
      logger,
      readOnly,
    });
    const ask = async () => {
      const emailId = uuidv7();
      await recordEvent(db, { name: 'email.requested', payload: { emailId } });
      return emailId;
    };
    try {
      const [running, queued] = [await ask(), await ask()];
      await expect.poll(() => begun, WITHIN).toEqual([running]);
      await expect.poll(() => queues.get('notify').getPrioritizedCount(), WITHIN).toBe(1);
      await toggle(true);
      await expect.poll(() => readOnly.isOn, WITHIN).toBe(true);
      const kept = await ask();
      finish.resolve();
      await expect.poll(() => ended, WITHIN).toEqual([running]);
      // Several rounds of the publisher and of the worker.
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(begun).toEqual([running]);
      expect(await db('outbox').count()).toEqual([{ count: 1 }]);

      await toggle(false);
      await expect.poll(() => ended, WITHIN).toEqual([running, queued, kept]);
    } finally {
      finish.resolve();
      await worker.close(1_000);
      await publisher.close();
      await readOnly.close();
      await queues.close();
    }
  });

  it('starts a worker paused while it is on', async () => {
    const { db, bus, env, logger } = first.deps;
    await toggle(true);
    const readOnly = await followReadOnly({ db, bus, env, logger });
    const queues = createQueues({ databaseUrl: env.databaseUrl, redisUrl: null, logger });
    const id = uuidv7();
    const data = { id: `${id}-email.send`, eventId: id, publishes: 1, payload: { emailId: uuidv7() } };
    await queues.add([{ name: 'email.send', data }]);
    let runs = 0;
    const handlers = handlersFor('notify', async () => {
      runs += 1;
      return { messageId: null };
    });
    const worker = await runWorker({ name: 'test', queues: ['notify'], handlers, env, db, logger, readOnly });
    try {
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(runs).toBe(0);
      await toggle(false);
      await expect.poll(() => runs, WITHIN).toBe(1);
    } finally {
      await worker.close(1_000);
      await readOnly.close();
      await queues.close();
    }
  });
});
