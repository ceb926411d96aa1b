// @module-tag full
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LaunchedStack, launchStack } from '../test/launch-stack.ts';
import { hasRedis, startTestRedis, type TestRedis } from '../test/redis.ts';
import { SLOW } from '../test/slow.ts';

/** Time in which every call is answered. */
const ANSWERED_WITHIN_MS = 10_000 * SLOW;
const WITHIN = { timeout: 60_000 * SLOW, interval: 200 };
const PATHS = ['/api/users/me', '/api/compositions', '/api/health'];

type Listed = { pid: number; parent: number };

/** All processes of the machine, as Linux lists them. */
function listProcesses(): Listed[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
        return [{ pid: Number(name), parent: Number(fields?.[1]) }];
      } catch {
        // The process has ended since the listing.
        return [];
      }
    });
}

/** The server of a database and all its child processes. @throws Error when there is none */
async function processesOf(databaseUrl: string): Promise<number[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const all = listProcesses();
  await client.end();
  const server = all.find(({ pid }) => pid === rows[0]?.pid)?.parent ?? 0;
  if (server <= 1) {
    throw new Error('The server of the database was not found');
  }
  return [server, ...all.filter(({ parent }) => parent === server).map(({ pid }) => pid)];
}

describe.skipIf(process.platform !== 'linux')('servers with suspended processes', () => {
  let redis: TestRedis | null = null;
  let stack: LaunchedStack;
  let token: string;
  beforeAll(async () => {
    if (hasRedis) {
      redis = await startTestRedis();
    } else {
      process.stderr.write('SKIPPED: a stopped Redis, as redis-server is not on the PATH\n');
    }
    stack = await launchStack({ env: { REDIS_URL: redis?.url ?? '', DIORAMA_DEMO: '0' } });
    const { body } = await ask('/api/users/signup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'stopped@people.test', password: 'a long enough pass', username: 'Ada' }),
    });
    token = JSON.parse(body).token;
  });
  afterAll(async () => {
    await stack?.dispose();
    await redis?.stop();
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const startedAt = performance.now();
    const answer = await fetch(stack.url + path, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(60_000),
      ...init,
    });
    const body = await answer.text();
    const isInTime = performance.now() - startedAt < ANSWERED_WITHIN_MS;
    return { path, status: answer.status, retry: answer.headers.get('retry-after'), isInTime, body };
  };
  const askAll = () => Promise.all(PATHS.map((path) => ask(path)));
  const recovers = () =>
    vi.waitUntil(async () => (await askAll()).every(({ status }) => status === 200), WITHIN);
  const signal = (pids: readonly number[], name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // A process of the server has ended.
      }
    }
  };

  it('PostgreSQL: requests return 503 in time, and 200 after it resumes', async () => {
    await recovers();
    const pids = await processesOf(stack.run().addresses.database ?? '');
    expect(pids.length).toBeGreaterThan(2);
    signal(pids, 'SIGSTOP');
    try {
      for (const answers of [await askAll(), await askAll()]) {
        for (const { path, status, retry, isInTime } of answers) {
          expect({ path, status, isInTime }).toEqual({ path, status: 503, isInTime: true });
          expect(Number(retry)).toBeGreaterThan(0);
        }
      }
    } finally {
      signal(pids, 'SIGCONT');
    }
    await recovers();
  });

  it('Redis: requests are answered in time, and the health check reports the outage', async ({ skip }) => {
    skip(redis === null);
    const pid = Number(/process_id:(\d+)/.exec(String(await redis?.command('info', 'server')))?.[1]);
    expect(pid).toBeGreaterThan(1);
    signal([pid], 'SIGSTOP');
    try {
      const answers = await askAll();
      expect(answers.filter(({ isInTime }) => !isInTime)).toEqual([]);
      const health = answers.find(({ path }) => path === '/api/health');
      expect(health?.status).toBe(503);
      expect(JSON.parse(health?.body ?? '{}').checks).toMatchObject({ database: 'ok', queues: 'error' });
      expect(answers.filter(({ status }) => status === 200).map(({ path }) => path)).toEqual(
        PATHS.filter((path) => path !== '/api/health'),
      );
    } finally {
      signal([pid], 'SIGCONT');
    }
    await recovers();
  });
});
