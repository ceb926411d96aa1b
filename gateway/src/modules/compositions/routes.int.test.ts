import { expect, it, vi } from 'vitest';
import { type Person, startHarness } from '../../test/harness.ts';

/** A tenth of the limit for unknown clients, so that it is soon reached. */
const FACTOR = '0.1';
const ALLOWED = { person: 1, network: 6 };

it('scene passwords are hashed in the lane for unknown users and limited per user and network', async () => {
  await using ends = new AsyncDisposableStack();
  const harness = await startHarness({ RATE_LIMIT_FACTOR: FACTOR, TRUSTED_PROXIES: '127.0.0.0/8,::1/128' });
  ends.defer(() => harness.close());
  const [eager, neighbour] = [await harness.signUp('eager'), await harness.signUp('neighbour')];
  const hash = vi.spyOn(harness.deps.passwords, 'hash');
  const createScene = async ({ token }: Person) => {
    const { json } = await harness.call('POST', '/api/compositions', { token, body: { name: 'Safe' } });
    return String(json['@id']);
  };
  const setPassword = async (person: Person, scene: string, address: string) => {
    const answer = await harness.call('PATCH', scene, {
      token: person.token,
      body: { privacy: 'password', password: 'open sesame' },
      headers: { 'X-Forwarded-For': address },
    });
    return answer.status;
  };

  const scene = await createScene(eager);
  const statuses: number[] = [];
  for (let at = 0; at < ALLOWED.network; at += 1) {
    statuses.push(await setPassword(eager, scene, '198.51.100.1'));
  }
  expect(statuses).toEqual([200, ...Array(ALLOWED.network - ALLOWED.person).fill(429)]);
  expect(hash.mock.calls).toEqual([['open sesame', 'unknown']]);

  const other = await createScene(neighbour);
  expect(await setPassword(neighbour, other, '198.51.100.1')).toBe(429);
  expect(await setPassword(neighbour, other, '198.51.100.2')).toBe(200);
});
