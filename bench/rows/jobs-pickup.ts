import { setTimeout as sleep } from 'node:timers/promises';
import { recordEvent } from '@diorama/shared/server/db/outbox.ts';
import { uuidv7 } from '@diorama/shared/server/ids.ts';
import { createLogger } from '@diorama/shared/server/logger.ts';
import { createPublisher } from '@diorama/shared/server/publisher.ts';
import { type Bench, openBackends } from '../jobs.ts';
import { type Measured, percentile, summarise } from '../measure.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const A_SECOND = 200;
const SECONDS = 3;
const ROUNDS = 5;
const LIMITS = { postgres: { p50: 8, p99: 40 }, redis: { p50: 3, p99: 12 } } as const;

/** Starts things at a steady pace, whatever they take, and waits for all. */
async function atPace(start: () => Promise<unknown>): Promise<void> {
  const running: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < A_SECOND * SECONDS; count++) {
    await sleep(Math.max(0, startedAt + (count * 1_000) / A_SECOND - performance.now()));
    running.push(start());
  }
  await Promise.all(running);
}

/** Milliseconds from the commit of each event to the start of its handler, in order. */
async function measureOurs(bench: Bench): Promise<number[]> {
  const committedAt = new Map<string, number>();
  const startedAt = new Map<string, number>();
  const publisher = createPublisher({ ...bench, logger: createLogger('bench', { level: 'error' }) });
  const worker = await bench.work(async (payload) => {
    startedAt.set((payload as { emailId: string }).emailId, performance.now());
    return { messageId: null };
  }, 20);
  await atPace(async () => {
    const emailId = uuidv7();
    await bench.db.transaction((trx) => recordEvent(trx, { name: 'email.requested', payload: { emailId } }));
    committedAt.set(emailId, performance.now());
  });
  while (startedAt.size < committedAt.size) {
    await sleep(20);
  }
  await worker.close(2_000);
  await publisher.close();
  // The publisher may be faster than the answer to the commit.
  return [...committedAt]
    .map(([id, at]) => Math.max(0, (startedAt.get(id) ?? at) - at))
    .toSorted((a, b) => a - b);
}

/** The same from the call of `add` on a bare queue of the same backend. */
async function measureRaw(bench: Bench): Promise<number[]> {
  const waits: number[] = [];
  const queue = bench.queues.get('billing');
  const worker = bench.queues.createWorker(
    'billing',
    async (job) => {
      waits.push(performance.now() - job.data.at);
    },
    { concurrency: 20 },
  );
  worker.run().catch(() => undefined);
  await worker.waitUntilReady();
  await atPace(() => queue.add('raw', { at: performance.now() }, { removeOnComplete: true }));
  while (waits.length < A_SECOND * SECONDS) {
    await sleep(20);
  }
  await worker.close();
  return waits.toSorted((a, b) => a - b);
}

export const jobsPickup: Row = {
  name: 'jobs-pickup',
  what: `commit to handler start at ${A_SECOND} a second`,
  run: async () => {
    const { benches, missing } = await openBackends();
    const values = new Map<string, number[]>();
    const note = (name: string, sorted: number[]) => {
      for (const [label, share] of [
        ['p50', 0.5],
        ['p99', 0.99],
      ] as const) {
        const key = `${name} ${label}`;
        values.set(key, [...(values.get(key) ?? []), percentile(sorted, share)]);
      }
    };
    for (let round = 0; round < ROUNDS; round++) {
      for (const bench of benches) {
        note(`diorama, ${bench.backend}`, await measureOurs(bench));
        note(`raw BullMQ, ${bench.backend}`, await measureRaw(bench));
      }
    }
    const measured: Measured[] = [...values].map(([name, all]) => summarise(name, all));
    const goals = benches.flatMap(({ backend }) =>
      (['p50', 'p99'] as const).map((label) =>
        atMost(
          `${backend} ${label} ms`,
          medianOf(measured, `diorama, ${backend} ${label}`),
          LIMITS[backend][label],
        ),
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
