import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { type Bench, openBackends } from '../jobs.ts';
import { type Contender, interleave, rate } from '../measure.ts';
import { atLeast, medianOf, type Row } from '../row.ts';

const COUNTS = { postgres: 4_000, redis: 12_000 } as const;
/** A job that is being noted as done keeps its place meanwhile, so there must be some to spare. */
const CONCURRENCY = 1_000;
/** Shares of raw BullMQ; docs/decisions/0004 has the reason. */
const GOALS = { postgres: 0.85, redis: 0.7 } as const;

/** Speed of a run, and its proof: runs of handlers, and jobs that are done or left. */
type Drain = { speed: number; handled: number; done: number; left: number };

/** Fills the queue, then measures how fast one worker empties it. */
async function drainOurs(bench: Bench): Promise<Drain> {
  const count = COUNTS[bench.backend];
  const all = Promise.withResolvers<void>();
  let done = 0;
  await bench.queues.add(
    Array.from({ length: count }, () => {
      const eventId = uuidv7();
      const data = { id: `${eventId}-email.send`, eventId, publishes: 1, payload: { emailId: uuidv7() } };
      return { name: 'email.send', data };
    }),
  );
  const worker = await bench.work(async () => {
    done += 1;
    if (done === count) {
      all.resolve();
    }
    return { messageId: null };
  }, CONCURRENCY);
  // The worker has only just started. The raw worker has no health port or connections to open.
  const speed = await rate(count, () => all.promise);
  await worker.close(5_000);
  const queue = bench.queues.get('notify');
  const left = await countLeft(queue);
  const { rows } = await bench.db.raw('select count(*)::int from job_done');
  await queue.obliterate({ force: true });
  await bench.db.raw('truncate job_done');
  return { speed, handled: done, done: rows[0].count, left };
}

async function drainRaw(bench: Bench): Promise<Drain> {
  const count = COUNTS[bench.backend];
  const all = Promise.withResolvers<void>();
  let done = 0;
  const queue = bench.queues.get('billing');
  await queue.addBulk(
    Array.from({ length: count }, () => ({
      name: 'raw',
      data: { id: uuidv7() },
      opts: { removeOnComplete: true },
    })),
  );
  const worker = await bench.queues.createWorker(
    'billing',
    async () => {
      done += 1;
      if (done === count) {
        all.resolve();
      }
    },
    { concurrency: CONCURRENCY },
  );
  const speed = await rate(count, async () => {
    worker.run().catch(() => undefined);
    await all.promise;
  });
  await worker.close();
  const left = await countLeft(queue);
  await queue.obliterate({ force: true });
  // It notes nothing: a handled job that is not left is done.
  return { speed, handled: done, done, left };
}

function countLeft(queue: ReturnType<Bench['queues']['get']>): Promise<number> {
  return queue.getJobCountByTypes('waiting', 'prioritized', 'active', 'delayed', 'failed');
}

function contender(
  name: string,
  { bench, drain }: { bench: Bench; drain: (bench: Bench) => Promise<Drain> },
): Contender {
  let last: Drain | undefined;
  return {
    name: `${name}, ${bench.backend}`,
    run: async () => {
      last = await drain(bench);
      return last.speed;
    },
    check: () => {
      const count = COUNTS[bench.backend];
      if (last?.handled !== count || last.done !== count || last.left > 0) {
        throw new Error(`${name} has not done ${count} jobs: ${JSON.stringify(last)}`);
      }
    },
  };
}

export const jobsDrain: Row = {
  name: 'jobs-drain',
  what: `one worker process empties a queue, ${CONCURRENCY} jobs at a time`,
  run: async () => {
    const { benches, missing } = await openBackends();
    const measured = await interleave(
      benches.flatMap((bench) => [
        contender('diorama', { bench, drain: drainOurs }),
        contender('raw BullMQ', { bench, drain: drainRaw }),
      ]),
    );
    const goals = benches.map(({ backend }) =>
      atLeast(
        `of raw on ${backend}`,
        medianOf(measured, `diorama, ${backend}`) / medianOf(measured, `raw BullMQ, ${backend}`),
        GOALS[backend],
      ),
    );
    for (const bench of benches) {
      await bench.close();
    }
    return {
      unit: '/s',
      measured,
      goals,
      notes: [...missing, 'diorama notes each job as done in PostgreSQL'],
    };
  },
};
