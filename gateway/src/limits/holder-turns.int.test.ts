import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Person, useHarness } from '../test/harness.ts';
import { REQUEST_TURNS } from './holder-turns.ts';

/** Simultaneous requests of a dashboard that opens. */
const CALLS_OF_A_TAB = [
  '/api/users/me',
  '/api/compositions',
  '/api/projects',
  '/api/comments/unread',
  '/api/config',
];

describe('concurrent requests', () => {
  const harness = useHarness({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1,::1' });
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    ada = await harness.signUp('ada');
    bob = await harness.signUp('bob');
  });

  const read = async (path: string, token?: string, headers: Record<string, string> = {}) =>
    (await harness.call('GET', path, { ...(token === undefined ? {} : { token }), headers })).status;

  /** Holds up changes of a scene of Ada's meanwhile. */
  const whileLocked = async (act: (change: () => Promise<Response>) => Promise<void>) => {
    const { json } = await harness.call('POST', '/api/compositions', { token: ada.token, body: {} });
    const changes: Promise<unknown>[] = [];
    const change = () => {
      const answer = fetch(`${harness.url}/api/compositions/${json.uuid}`, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Changed' }),
      });
      changes.push(answer);
      return answer;
    };
    await harness.db.transaction(async (trx) => {
      await trx('compositions').where({ id: json.uuid }).forUpdate().first('id');
      await act(change);
    });
    await Promise.all(changes);
  };

  it('of one user leave database connections to another', async () => {
    await whileLocked(async (change) => {
      let answered = 0;
      for (let at = 0; at < 100; at += 1) {
        change().then(() => {
          answered += 1;
        });
      }
      const reads = Array.from({ length: 20 }, () => read('/api/compositions', bob.token));
      expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
      expect(answered).toBe(0);
    });
  });

  it('of a user who opens 40 tabs at once are all answered', async () => {
    const tabs = Array.from({ length: 40 }, () => CALLS_OF_A_TAB.map((path) => read(path, ada.token))).flat();
    expect(new Set(await Promise.all(tabs))).toEqual(new Set([200]));
  });

  it('of 200 pupils behind one address are all answered', async () => {
    const school = { 'X-Forwarded-For': '203.0.113.7' };
    const pupils = Array.from({ length: 200 }, () => [
      read('/api/config', undefined, school),
      read('/api/plans-full', undefined, school),
    ]).flat();
    expect(new Set(await Promise.all(pupils))).toEqual(new Set([200]));
  });

  it('beyond the limit of a user get 429 with Retry-After, while other users are answered', {
    tags: ['full'],
  }, async () => {
    await whileLocked(async (change) => {
      const { user } = REQUEST_TURNS;
      const beyond = 20;
      const refused: Response[] = [];
      for (let at = 0; at < user.running + user.waiting + beyond; at += 1) {
        change().then((answer) => answer.status === 429 && refused.push(answer));
      }
      await vi.waitUntil(() => refused.length === beyond, { timeout: 30_000 });
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await read('/api/users/me', bob.token)).toBe(200);
    });
  });
});
