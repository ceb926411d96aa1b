import { CodedError } from '@diorama/shared/contract/errors.ts';
import { SLOW } from '@diorama/stack/test/slow.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { REQUEST_TURNS } from '../limits/holder-turns.ts';
import { type Harness, type Person, startHarness } from '../test/harness.ts';
import { whileLocked } from '../test/while-locked.ts';
import { STL, uploadFixture } from './upload-fixture.ts';

let harness: Harness;
afterEach(() => harness.close());

/** Starts a gateway with two people. */
async function start(env: Record<string, string> = {}) {
  harness = await startHarness(env);
  const [ada, bob] = [await harness.signUp('ada'), await harness.signUp('bob')];
  return { ada, bob, fixture: uploadFixture(harness, ada) };
}

const begin = async ({ create }: ReturnType<typeof uploadFixture>) =>
  (await create(STL.length)).headers.get('location') ?? '';

const times = <Result>(count: number, act: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, act));

const listScenes = async ({ token }: Person) =>
  (await harness.call('GET', '/api/compositions', { token })).status;

/** Another gateway writes to all uploads, or no longer does. */
const holdUploads = (isHeld: boolean) =>
  harness.db('open_uploads').update({
    writer: isHeld ? '01900000-0000-7000-8000-00000000beef' : null,
    writer_until: isHeld ? harness.db.raw(`now() + interval '1 hour'`) : null,
  });

describe('parallel requests to resumable uploads', () => {
  it('wait two at a time for an upload, and further ones are refused at once', async () => {
    const { fixture } = await start();
    const path = await begin(fixture);
    // All bytes are received, but not stored yet.
    vi.spyOn(harness.deps.store, 'put').mockRejectedValueOnce(new Error('killed here'));
    expect((await fixture.patch(path, 0, STL)).status).toBe(500);
    await holdUploads(true);
    const statuses: number[] = [];
    const heads = times(12, async () => statuses.push((await fixture.send('HEAD', path)).status));
    await vi.waitUntil(() => statuses.length === 10, { timeout: 30_000 * SLOW });
    const refused = await fixture.send('GET', path);
    expect([refused.status, (await refused.json()).description]).toEqual([503, 'server.unavailable']);
    await holdUploads(false);
    await heads;
    expect(statuses).toEqual([...Array(10).fill(503), 200, 200]);
    expect((await fixture.send('GET', path)).status).toBe(200);
  });

  it('of one user leave database connections to another', async () => {
    const { bob, fixture } = await start();
    const paths = await times(20, () => begin(fixture));
    const heads: Promise<Response>[] = [];
    await whileLocked(harness, 'select id from open_uploads for update', async (countBlocked) => {
      heads.push(...paths.map((path) => fixture.send('HEAD', path)));
      await vi.waitUntil(async () => (await countBlocked()) >= REQUEST_TURNS.user.running, {
        timeout: 30_000 * SLOW,
      });
      expect(new Set(await times(20, () => listScenes(bob)))).toEqual(new Set([200]));
      expect(await countBlocked()).toBeLessThanOrEqual(REQUEST_TURNS.user.running);
    });
    await Promise.all(heads);
  });

  it('count against the rate limit of the user', async () => {
    // 120 calls a minute.
    const { ada, bob, fixture } = await start({ RATE_LIMIT_FACTOR: '0.04' });
    const path = await begin(fixture);
    const answers: Response[] = [];
    for (let at = 0; at < 121; at += 1) {
      answers.push(await fixture.send('HEAD', path));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(120).fill(200), 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fixture.send('GET', path)).status).toBe(429);
    expect(await listScenes(ada)).toBe(429);
    expect(await listScenes(bob)).toBe(200);
  });

  it('get 503 when the turn for a missing upload is refused', async () => {
    const { fixture } = await start();
    const run = vi.spyOn(harness.deps.turns, 'run');
    run.mockImplementationOnce(async (_holder, task) => task());
    run.mockRejectedValueOnce(new CodedError('server.unavailable'));
    expect((await fixture.send('HEAD', `/api/uploads/${'a'.repeat(32)}`)).status).toBe(503);
  });
});
