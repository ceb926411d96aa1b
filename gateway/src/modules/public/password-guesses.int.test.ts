// @module-tag full
import { expect, it, vi } from 'vitest';
import { startHarness } from '../../test/harness.ts';
import { publishScene } from '../../test/published.ts';

const GUESSES = 10_000;
const NETWORKS = 20;
/** Limit of the contract: ten a minute per link and address. */
const ALLOWED = 10;
const AT_ONCE = 50;
const MINUTE_MS = 60_000;

it('ten thousand password guesses from many networks try ten passwords each and block no other network', {
  timeout: 1_200_000,
}, async () => {
  await using ends = new AsyncDisposableStack();
  const harness = await startHarness({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.0/8,::1/128' });
  ends.defer(() => harness.close());
  const owner = await harness.signUp('guarded');
  const password = 'open sesame';
  const id = await publishScene(harness, owner, { privacy: 'password', password });
  const verify = vi.spyOn(harness.deps.passwords, 'verify');
  const unlock = (address: string, guess: string, uuid = id) =>
    harness.call('POST', `/api/public/scenes/${uuid}/unlock`, {
      body: { password: guess },
      headers: { 'X-Forwarded-For': address },
    });

  const begun = Date.now();
  const statuses = new Map<number, number>();
  const guesses = Array.from({ length: GUESSES }, (_, i) => i);
  while (guesses.length > 0) {
    const answers = await Promise.all(
      guesses.splice(0, AT_ONCE).map((i) => unlock(`198.51.100.${i % NETWORKS}`, `guess ${i}`)),
    );
    for (const { status } of answers) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  const tried = verify.mock.calls.length;
  const minutes = Math.ceil((Date.now() - begun) / MINUTE_MS);
  // The minute of an address begins with its first guess.
  expect(tried).toBeGreaterThanOrEqual(NETWORKS * ALLOWED);
  expect(tried).toBeLessThanOrEqual(NETWORKS * ALLOWED * minutes);
  expect(Object.fromEntries(statuses)).toEqual({ 401: tried, 429: GUESSES - tried });

  // Beyond the limit even the right password is not checked. From another network it opens.
  for (let i = 0; i < ALLOWED; i += 1) {
    await unlock('203.0.113.7', `guess ${i}`);
  }
  expect((await unlock('203.0.113.7', password)).status).toBe(429);
  expect((await unlock('203.0.113.7', password, id.toUpperCase())).status).toBe(429);
  expect((await unlock('203.0.113.8', password)).status).toBe(200);
});
