import { SLOW } from '@diorama/stack/test/slow.ts';
import { expect, it, vi } from 'vitest';
import { startHarness, useHarness } from '../test/harness.ts';
import { whileLocked } from '../test/while-locked.ts';
import { REQUEST_TURNS } from './holder-turns.ts';

const harness = useHarness();

/** Holds up all look-ups of scenes and files. */
const LOCK = 'lock table compositions, objects in access exclusive mode';

it.each([
  ['pages', '/view/01900000-0000-7000-8000-000000000001'],
  ['files', '/files/01900000-0000-7000-8000-000000000001/model.glb'],
])('hundreds of requests for %s by one network leave database connections to others', async (name, path) => {
  const { token } = await harness.signUp(name);
  const lookUps: Promise<number>[] = [];
  await whileLocked(harness, LOCK, async (countBlocked) => {
    const lookUp = async () => (await harness.call('GET', path)).status;
    lookUps.push(...Array.from({ length: 500 }, lookUp));
    const { running } = REQUEST_TURNS.network;
    await vi.waitUntil(async () => (await countBlocked()) >= running, { timeout: 30_000 * SLOW });
    for (let at = 0; at < 5; at += 1) {
      expect((await harness.call('GET', '/api/sessions', { token })).status).toBe(200);
    }
    expect(await countBlocked()).toBeLessThanOrEqual(running);
  });
  expect(await Promise.all(lookUps)).not.toContain(429);
});

it('scene pages count for the network and are sent without a lookup beyond its limit', async () => {
  // 30 calls a minute.
  const limited = await startHarness({ RATE_LIMIT_FACTOR: '0.001' });
  try {
    const open = () => limited.call('GET', '/embed/01900000-0000-7000-8000-000000000001');
    const answers = await Promise.all(Array.from({ length: 32 }, open));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // While a scene is not known, no page may frame it.
    const unknown = answers.filter(({ headers }) =>
      headers.get('content-security-policy')?.includes("frame-ancestors 'none'"),
    );
    expect(unknown).toHaveLength(2);
  } finally {
    await limited.close();
  }
});
