import { setTimeout as sleep } from 'node:timers/promises';
import { createPublisher } from '@diorama/shared/server/jobs/publisher.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import {
  askForMails,
  createLedger,
  listLedger,
  startFixtureWorker,
} from '@diorama/stack/faults/fault-fixture.ts';
import { type Bench, openBackends } from '../jobs.ts';
import { checkedByRun, interleave } from '../measure.ts';
import { atMost, medianOf, type Row } from '../row.ts';
import { until } from '../until.ts';

const LIMIT_S = 10;
const POLLING = { everyMs: 10, withinMs: 60_000 };

/**
 * Seconds from the kill -9 of the worker that runs a job to its start in another worker. Checks that the job
 * takes effect once.
 */
async function recover(bench: Bench): Promise<number> {
  const { db } = bench;
  await db('ledger').delete();
  const first = startFixtureWorker(bench);
  const [mail] = await askForMails(db, ['endless']);
  await until(async () => (await listLedger(db, 'start')).length === 1, POLLING);
  const second = startFixtureWorker(bench);
  // The second worker must be running already: its start is not measured.
  await sleep(1_500);
  const killedAt = performance.now();
  await first.signal('SIGKILL');
  await until(async () => (await listLedger(db, 'start')).length === 2, POLLING);
  const seconds = (performance.now() - killedAt) / 1_000;
  await until(async () => (await listLedger(db, 'effect')).length > 0, POLLING);
  await second.signal('SIGTERM');
  const effects = await listLedger(db, 'effect');
  if (effects.length !== 1 || effects[0] !== mail) {
    throw new Error(`The job took effect ${effects.length} times`);
  }
  return seconds;
}

export const jobsRecover: Row = {
  name: 'jobs-recover',
  what: 'a worker is killed with -9 in the middle of a job; seconds until another one runs it',
  run: async () => {
    const { benches, missing } = await openBackends();
    const publishers = benches.map((bench) =>
      createPublisher({ ...bench, logger: createLogger('bench', { level: 'error' }) }),
    );
    for (const bench of benches) {
      await createLedger(bench.db);
    }
    const measured = await interleave(
      benches.map((bench) => ({
        name: `diorama, ${bench.backend}`,
        run: () => recover(bench),
        check: checkedByRun,
      })),
      { warmUp: false },
    );
    const goals = benches.map(({ backend }) =>
      atMost(`${backend} s`, medianOf(measured, `diorama, ${backend}`), LIMIT_S),
    );
    await Promise.all(publishers.map((publisher) => publisher.close()));
    for (const bench of benches) {
      await bench.close();
    }
    const notes = [...missing, 'with the defaults of BullMQ it takes about a minute (not run here)'];
    return { unit: 's', measured, goals, notes };
  },
};
