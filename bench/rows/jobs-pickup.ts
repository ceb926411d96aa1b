import { setTimeout as sleep } from 'node:timers/promises';
import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { createPublisher } from '@diorama/shared/server/jobs/publisher.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { type Bench, openBackends } from '../jobs.ts';
import { percentile, timesOfParts } from '../measure.ts';
import { atMost, medianOf, type Row } from '../row.ts';
import { until } from '../until.ts';

/** Commits a second, and for how many seconds, so that a 99th percentile is one of several. */
const PACES = [
  { aSecond: 50, seconds: 8 },
  { aSecond: 200, seconds: 3 },
] as const;
const ROUNDS = 5;
const LABELS = [
  ['p50', 0.5],
  ['p99', 0.99],
] as const;
/** The pace for which there are goals: at most so many times raw BullMQ on the same backend. */
const GOAL = { aSecond: 50, p50: 3, p99: 2 } as const;

type Pace = (typeof PACES)[number];

/** Starts calls at a steady rate, independent of their duration, and waits for all of them. */
async function atPace({ aSecond, seconds }: Pace, start: () => Promise<unknown>): Promise<void> {
  const running: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < aSecond * seconds; count++) {
    await sleep(Math.max(0, startedAt + (count * 1_000) / aSecond - performance.now()));
    running.push(start());
  }
  await Promise.all(running);
}

/** Milliseconds from the commit of each event to the start of its handler, in order. */
async function measureOurs(bench: Bench, pace: Pace): Promise<number[]> {
  const committedAt = new Map<string, number>();
  const startedAt = new Map<string, number>();
  const publisher = createPublisher({ ...bench, logger: createLogger('bench', { level: 'error' }) });
  const worker = await bench.work(async (payload) => {
    startedAt.set((payload as { emailId: string }).emailId, performance.now());
    return { messageId: null };
  }, 20);
  await atPace(pace, async () => {
    const emailId = uuidv7();
    await bench.db.transaction((trx) => recordEvent(trx, { name: 'email.requested', payload: { emailId } }));
    committedAt.set(emailId, performance.now());
  });
  await until(() => startedAt.size >= committedAt.size);
  await worker.close(2_000);
  await publisher.close();
  // The publisher may be faster than the answer to the commit.
  return [...committedAt]
    .map(([id, at]) => Math.max(0, (startedAt.get(id) ?? at) - at))
    .toSorted((a, b) => a - b);
}

/** The same from the call of `add` on a bare queue of the same backend. */
async function measureRaw(bench: Bench, pace: Pace): Promise<number[]> {
  const waits: number[] = [];
  const queue = bench.queues.get('billing');
  const worker = await bench.queues.createWorker(
    'billing',
    async (job) => {
      waits.push(performance.now() - job.data.at);
    },
    { concurrency: 20 },
  );
  worker.run().catch(() => undefined);
  await atPace(pace, () => queue.add('raw', { at: performance.now() }, { removeOnComplete: true }));
  const count = pace.aSecond * pace.seconds;
  await until(() => waits.length >= count);
  await worker.close();
  const left = await queue.getJobCountByTypes('waiting', 'active', 'failed');
  if (waits.length !== count || left > 0) {
    throw new Error(`raw BullMQ ran ${waits.length} of ${count} jobs, and left ${left}`);
  }
  return waits.toSorted((a, b) => a - b);
}

export const jobsPickup: Row = {
  name: 'jobs-pickup',
  what: `commit to handler start at ${PACES.map(({ aSecond }) => aSecond).join(' and at ')} a second`,
  run: async () => {
    const { benches, missing } = await openBackends();
    const runs = benches.flatMap((bench) =>
      PACES.flatMap((pace) => {
        const where = `${bench.backend}, ${pace.aSecond}/s`;
        return [
          { name: `diorama, ${where}`, measure: () => measureOurs(bench, pace) },
          { name: `raw BullMQ, ${where}`, measure: () => measureRaw(bench, pace) },
        ];
      }),
    );
    const parts = runs.flatMap(({ name }) => LABELS.map(([label]) => `${name} ${label}`));
    const measured = await timesOfParts(parts, { warmUp: 0, turns: ROUNDS }, async () => {
      const times: Record<string, number> = {};
      for (const { name, measure } of runs) {
        const sorted = await measure();
        for (const [label, share] of LABELS) {
          times[`${name} ${label}`] = percentile(sorted, share);
        }
      }
      return times;
    });
    const ratio = (backend: string, label: 'p50' | 'p99') => {
      const of = (who: string) => medianOf(measured, `${who}, ${backend}, ${GOAL.aSecond}/s ${label}`);
      return of('diorama') / of('raw BullMQ');
    };
    const goals = benches.flatMap(({ backend }) =>
      (['p50', 'p99'] as const).map((label) =>
        atMost(`${label} of raw on ${backend}, ${GOAL.aSecond} a second`, ratio(backend, label), GOAL[label]),
      ),
    );
    for (const bench of benches) {
      await bench.close();
    }
    return {
      unit: 'ms',
      measured,
      goals,
      notes: [...missing, 'raw BullMQ has no commit and no outbox to pass'],
    };
  },
};
