import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { migrations } from '@diorama/shared/server/db/migrations/index.ts';
import type { ProcessName } from '@diorama/shared/server/runtime/process-secrets.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PROJECT_ROOT } from '../env.ts';
import { SLOW } from '../test/slow.ts';
import { missingForHosts } from './test/hosts.ts';
import { type GatewayHost, type Installation, PROCESSES, startInstallation } from './test/installation.ts';
import { checkOutRelease, findPreviousRelease } from './test/previous-release.ts';
import { startTraffic, type Traffic } from './test/traffic.ts';

const previous = findPreviousRelease();
const missing = [...missingForHosts(), ...(previous === null ? ['a git history'] : [])];
if (missing.length > 0) {
  process.stderr.write(
    `SKIPPED: two releases beside each other, as this machine lacks ${missing.join(', ')}\n`,
  );
}

const PEOPLE = 20;
const WITHIN = { timeout: 120_000 * SLOW, interval: 100 };
type Step = readonly [GatewayHost, ProcessName];

/** Every process, with gateways before workers on one host, and after them on the other. */
const ORDER: readonly Step[] = [
  ...PROCESSES.map((name) => ['one', name] as const),
  ...PROCESSES.map((name) => ['two', name] as const).toReversed(),
];

describe.skipIf(missing.length > 0)('the previous and the current release on the same services', () => {
  let before: string;
  let installation: Installation;
  let db: Knex;

  beforeAll(async () => {
    before = checkOutRelease(previous ?? '');
    installation = await startInstallation('releases', { root: before });
    db = createDb(installation.databaseUrl, { name: 'operations-test' });
  });
  afterAll(async () => {
    await db?.destroy();
    await installation?.close();
  });

  const roundsOf = async (traffic: Traffic, count: number) => {
    const target = traffic.rounds() + count;
    await vi.waitUntil(() => traffic.rounds() >= target, WITHIN);
  };
  /** Replaces one process after the other while people work. */
  const replaceAll = async (root: string, order: readonly Step[]) => {
    const traffic = await startTraffic({ installation, db }, PEOPLE);
    await roundsOf(traffic, 2);
    if (root === PROJECT_ROOT) {
      installation.migrate();
    }
    for (const [host, name] of order) {
      await installation.hosts[host].end(name, 'SIGTERM');
      installation.start(host, name, { root });
      await vi.waitUntil(async () => (await liveProcesses()) === 2 * PROCESSES.length, WITHIN);
      await roundsOf(traffic, 1);
    }
    await traffic.finish();
    console.log(`longest save ${traffic.longestSave()} ms, ${JSON.stringify(traffic.refusals())}`);
    expect(await db('outbox_refused').select('name', 'reason')).toEqual([]);
  };
  const liveProcesses = async () => {
    const fresh = db.raw(`now() - interval '10 seconds'`);
    return (await db('process_heartbeats').where('seen_at', '>', fresh)).length;
  };

  it('the new release replaces each process, with no failed request and no lost or repeated work', async () => {
    const names = migrations.map(({ name }) => name);
    expect(await db('schema_steps').orderBy('name').pluck('name')).toEqual(names.slice(0, -1));
    await replaceAll(PROJECT_ROOT, ORDER);
  });

  it('the previous release replaces each process again, in the opposite order', async () => {
    await replaceAll(before, ORDER.toReversed());
  });
});
