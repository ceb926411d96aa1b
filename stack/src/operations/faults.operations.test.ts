import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SLOW } from '../test/slow.ts';
import { type Host, missingForHosts } from './test/hosts.ts';
import {
  type GatewayHost,
  type HostName,
  type Installation,
  PROCESSES,
  startInstallation,
} from './test/installation.ts';
import { type Person, signUp } from './test/people.ts';
import { startTraffic, type Traffic } from './test/traffic.ts';

const missing = missingForHosts();
if (missing.length > 0) {
  process.stderr.write(`SKIPPED: faults between hosts, as this machine lacks ${missing.join(', ')}\n`);
}

const WITHIN = { timeout: 60_000 * SLOW, interval: 100 };
/** Time in which every call is answered. */
const ANSWERED_WITHIN_MS = 10_000 * SLOW;
const PEOPLE = 4;
const LINK = { delayMs: 100, lossPercent: 2 };
const SLOW_LINK = join(import.meta.dirname, 'test/run-slow-link.ts');
const SHIFT_CLOCK = join(import.meta.dirname, 'test/shift-clock.mjs');

type Direction = 'both ways' | 'to it' | 'from it';
const DIRECTIONS: readonly Direction[] = ['both ways', 'to it', 'from it'];
/** Failed check of a gateway without the service, and the answer to a call that needs the service. */
const SERVICES = {
  database: { check: 'database', path: '/api/users/me', status: 503 },
  redis: { check: 'queues', path: '/api/users/me', status: 200 },
  store: { check: 'store', path: '/api/users/me', status: 200 },
} as const;
type Service = keyof typeof SERVICES;

function cut(from: Host, to: Host, direction: Direction): void {
  if (direction !== 'from it') {
    from.dropTo(to);
  }
  if (direction !== 'to it') {
    to.dropTo(from);
  }
}

function heal(from: Host, to: Host): void {
  from.deliverTo(to);
  to.deliverTo(from);
}

describe.skipIf(missing.length > 0)('the product on several hosts when one fails', () => {
  let installation: Installation;
  let db: Knex;
  let probe: Person;
  let traffic: Traffic;

  beforeAll(async () => {
    installation = await startInstallation('faults');
    db = createDb(installation.databaseUrl, { name: 'operations-test' });
    probe = await signUp(installation.url, 'Probe');
  });
  beforeEach(async () => {
    traffic = await startTraffic({ installation, db }, PEOPLE);
    await rounds(2);
  });
  afterEach(async ({ task }) => {
    console.log(
      `${task.name}: longest save ${traffic.longestSave()} ms, ${JSON.stringify(traffic.refusals())}`,
    );
  });
  afterAll(async () => {
    await db?.destroy();
    await installation?.close();
  });

  const rounds = async (count: number) => {
    const target = traffic.rounds() + count;
    await vi.waitUntil(() => traffic.rounds() >= target, WITHIN);
  };
  /** Asks a gateway without the balancer. */
  const ask = async (path: string) => {
    const startedAt = performance.now();
    const response = await fetch(`${installation.gatewayUrl('two')}${path}`, {
      headers: { authorization: `Bearer ${probe.token}` },
      signal: AbortSignal.timeout(60_000),
    });
    await response.body?.cancel();
    const isInTime = performance.now() - startedAt < ANSWERED_WITHIN_MS;
    return { status: response.status, isInTime, retry: response.headers.get('retry-after') };
  };
  const finish = async () => {
    await installation.ready();
    await traffic.finish();
  };

  describe.each(Object.keys(SERVICES) as Service[])('a gateway cut off from the %s', (service) => {
    it.each(DIRECTIONS)('%s', async (direction) => {
      const { check, path, status } = SERVICES[service];
      const { two, [service]: other } = installation.hosts;
      cut(two, other, direction);
      try {
        await expect
          .poll(() => installation.health('two'), WITHIN)
          .toEqual({ status: 503, failing: [check] });
        const answer = await ask(path);
        expect(answer).toMatchObject({ status, isInTime: true });
        if (status === 503) {
          expect(Number(answer.retry)).toBeGreaterThan(0);
        }
        // All people are served by the other gateway.
        await vi.waitUntil(async () => (await installation.openScenes('two')).sockets === 0, WITHIN);
        await rounds(3);
        await vi.waitUntil(() => traffic.areAllOpen(), WITHIN);
      } finally {
        heal(two, other);
      }
      await finish();
    });
  });

  /** Starts the processes of a host again with other variables, and back. */
  const withEnvironment = async (env: NodeJS.ProcessEnv, work: () => Promise<void>) => {
    const restart = async (more: NodeJS.ProcessEnv) => {
      for (const name of PROCESSES) {
        await installation.hosts.two.end(name, 'SIGTERM');
        installation.start('two', name, { env: more });
      }
    };
    await restart(env);
    try {
      await work();
    } finally {
      await restart({});
      await installation.ready();
    }
  };

  it('works while the links of a host take 200 ms and lose 2 % of the packets', async () => {
    const { two, database, redis, store } = installation.hosts;
    const links = { database: [database, 5432], redis: [redis, 6379], store: [store, 8333] } as const;
    for (const [name, [{ address }, port]] of Object.entries(links)) {
      const args = [port, address, port, LINK.delayMs, LINK.lossPercent].map(String);
      two.keep({ name: `link-${name}`, command: process.execPath, args: [SLOW_LINK, ...args] });
    }
    const slow = {
      DATABASE_URL: installation.databaseUrl.replace(database.address, '127.0.0.1'),
      REDIS_URL: 'redis://127.0.0.1:6379',
      S3_ENDPOINT: 'http://127.0.0.1:8333',
    };
    await withEnvironment(slow, async () => {
      await installation.ready();
      await rounds(6);
    });
    for (const name of Object.keys(links)) {
      await two.end(`link-${name}`, 'SIGKILL');
    }
    await finish();
  });

  // The clocks of the database and of Redis cannot be shifted without a tool like faketime.
  it.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('works while the clock of a host is an hour %s', async (_, shiftMs) => {
    const env = { NODE_OPTIONS: `--import ${SHIFT_CLOCK}`, CLOCK_SHIFT_MS: String(shiftMs) };
    await withEnvironment(env, async () => {
      // Stores refuse requests that are signed with another time.
      await vi.waitUntil(async () => (await failingChecks('two')).join() === 'clock,store', WITHIN);
      await vi.waitUntil(async () => (await installation.openScenes('two')).sockets === 0, WITHIN);
      await rounds(4);
    });
    await finish();
  });
  /** Failing checks of a gateway; none while it starts. */
  const failingChecks = (host: GatewayHost) =>
    installation.health(host).then(
      ({ failing }) => failing,
      () => [],
    );

  it.each(['one', 'two', 'database', 'redis', 'store'] satisfies HostName[])(
    'recovers after the host %s is frozen for 30 s',
    async (name) => {
      const host = installation.hosts[name];
      host.signalAll('SIGSTOP');
      await sleep(30_000);
      host.signalAll('SIGCONT');
      await finish();
      expect(traffic.rounds()).toBeGreaterThan(2);
    },
  );

  it.each(['one', 'two', 'database', 'redis', 'store'] satisfies HostName[])(
    'recovers after the disk of the host %s was full',
    async (name) => {
      const host = installation.hosts[name];
      host.fillDisk();
      await sleep(15_000);
      host.freeDisk();
      await finish();
    },
  );
});
