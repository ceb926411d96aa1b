import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { UnrecoverableJobError } from '@diorama/shared/server/jobs/worker.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { createQueueFixture, type QueueFixture } from '@diorama/stack/test/queue-fixture.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../test/harness.ts';

const WITHIN = { timeout: 240_000, interval: 50 };
const JOB = 'asset.import';

type Details = {
  requestId: string | null;
  subject: { kind: string; name: string; status: string } | null;
  scene: { uuid: string; name: string } | null;
  workspace: { uuid: string; ownerEmail: string } | null;
  waitingScenes: number;
  log: string[];
  stack: string | null;
};

describe('a dead-lettered job', () => {
  let harness: Harness;
  let operator: Person;
  let owner: Person;
  let scene: string;
  let fixture: QueueFixture;
  /** Whether the worker fails. */
  let isBroken = true;

  beforeAll(async () => {
    harness = await startHarness({ OPERATOR_EMAILS: 'boss@people.test' });
    operator = await harness.signUpConfirmed('boss');
    owner = await harness.signUp('owner');
    const made = await harness.call('POST', '/api/compositions', {
      token: owner.token,
      body: { name: 'Kitchen' },
    });
    scene = String(made.json.uuid);
    fixture = await createQueueFixture({ databaseUrl: harness.deps.env.databaseUrl, redisUrl: null });
    await fixture.startWorker('assets', async (_job, _payload, context) => {
      context.logger.warn({ pixels: 1 }, 'the picture is tiny');
      if (isBroken) {
        throw new UnrecoverableJobError('No converter is here', 'job.failed');
      }
      return { status: 'ready' };
    });
  });
  afterAll(async () => {
    await fixture.close();
    await harness.close();
  });

  const upload = async (name: string): Promise<{ requestId: string; assetId: string }> => {
    const form = new FormData();
    form.append('type', String(ASSET_TYPE.image));
    form.append('composition', `/api/compositions/${scene}`);
    form.append('file', new Blob([ONE_PIXEL], { type: 'image/png' }), name);
    const answer = await fetch(`${harness.url}/api/assets/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}` },
      body: form,
    });
    expect(answer.status, await answer.clone().text()).toBe(201);
    return { requestId: answer.headers.get('x-request-id') ?? '', assetId: (await answer.json()).uuid };
  };
  const deadLetters = () => harness.db('job_parked').where({ job: JOB }).orderBy('parked_at');
  const read = (eventId: string, token = operator.token, job = JOB) =>
    harness.call('GET', `/api/operators/failed-jobs/${eventId}?job=${job}`, { token });
  const retry = (body: object, token = operator.token) =>
    harness.call('POST', '/api/operators/failed-jobs/retry', { token, body });

  it('shows its file, scene, workspace, request and log lines', async () => {
    const { requestId, assetId } = await upload('sofa.png');
    await harness.db('composition_assets').insert({ composition_id: scene, asset_id: assetId });
    await expect.poll(deadLetters, WITHIN).toHaveLength(1);
    const [row] = await deadLetters();
    expect(row.request_id).toBe(requestId);
    const answer = await read(row.event_id);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const details: Details = JSON.parse(answer.text);
    expect(details).toMatchObject({
      requestId,
      reason: 'job.failed: No converter is here',
      subject: { kind: 'file', uuid: assetId, name: 'sofa.png' },
      scene: { uuid: scene, name: 'Kitchen' },
      workspace: { uuid: owner.accountId, ownerEmail: owner.email },
      waitingScenes: 1,
    });
    expect(details.log).toEqual([
      expect.stringMatching(/^\S+ warn: the picture is tiny \{"pixels":1\}$/),
      expect.stringMatching(/^\S+ failed: attempt 1 on \S+, process \d+: No converter is here$/),
    ]);
    expect(details.stack).toContain('No converter is here');
    const overview = JSON.parse(
      (await harness.call('GET', '/api/operators/overview', { token: operator.token })).text,
    );
    expect(overview.parked).toEqual([{ job: JOB, count: 1, oldestAt: expect.any(String) }]);
    expect(overview.queues.failed).toEqual([expect.objectContaining({ job: JOB, eventId: row.event_id })]);
    expect(overview.disk.freeBytes).toBeLessThanOrEqual(overview.disk.totalBytes);
    expect(overview.storage).toMatchObject({ store: 'disk', usedBytes: expect.any(Number) });
  });

  it('is retried alone or with its kind, and stays listed until it succeeds', async () => {
    await upload('table.png');
    await expect.poll(deadLetters, WITHIN).toHaveLength(2);
    expect((await retry({ job: JOB })).json).toEqual({ retried: 2 });
    const runs = async () => (await deadLetters()).map((row: { runs: number }) => row.runs);
    await expect.poll(runs, WITHIN).toEqual([2, 2]);

    isBroken = false;
    const [first, second] = await deadLetters();
    expect((await retry({ job: JOB, event: first.event_id })).json).toEqual({ retried: 1 });
    await expect
      .poll(async () => (await deadLetters()).map((row: { event_id: string }) => row.event_id), WITHIN)
      .toEqual([second.event_id]);
    expect((await retry({ job: JOB })).json).toEqual({ retried: 1 });
    await expect.poll(deadLetters, WITHIN).toEqual([]);
    expect((await retry({ job: JOB })).json).toEqual({ retried: 0 });
    expect((await read(first.event_id)).status, 'it has not failed any more').toBe(404);
  });

  it('returns 404 for unknown names and events, and 403 to other users', async () => {
    expect((await read(uuidv7())).status).toBe(404);
    expect((await read(uuidv7(), operator.token, 'asset.paint')).status).toBe(404);
    expect((await retry({ job: 'asset.paint' })).status).toBe(404);
    expect((await retry({ job: JOB, event: uuidv7() })).status).toBe(404);
    expect((await read(uuidv7(), owner.token)).status).toBe(403);
    expect((await retry({ job: JOB }, owner.token)).status).toBe(403);
  });
});
