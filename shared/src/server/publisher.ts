import { events } from '../events/index.ts';
import { jobsFor } from '../events/subscriptions.ts';
import { getJob } from '../jobs/index.ts';
import type { Knex } from './db/knex.ts';
import { createListener } from './db/listen.ts';
import { markPublished, type OutboxEvent, takeUnpublished } from './db/outbox.ts';
import type { Logger } from './logger.ts';
import { createLoop } from './loop.ts';
import { createOutboxSweep } from './outbox-sweep.ts';
import type { QueuedJob, Queues } from './queue.ts';

/** From an event's name and payload, as the outbox holds them, to the jobs it asks for. */
export type Subscriptions = (name: string, payload: unknown) => readonly { job: string; payload: unknown }[];

export interface Publisher {
  close(): Promise<void>;
}

export const PUBLISHER_DEFAULTS: { batch: number; pollMs: number; sweepMs: number; firstCheckMs: number } = {
  /** Events a transaction. */
  batch: 500,
  /** Milliseconds after which the outbox is looked at even if nobody woke the publisher. */
  pollMs: 1_000,
  /** Milliseconds between two looks for jobs that a queue has lost. */
  sweepMs: 2_000,
  /** Milliseconds after which it is asked for the first time what became of an event's jobs. */
  firstCheckMs: 15_000,
};

/**
 * Puts the jobs of recorded events into their queues, as soon as they are committed. Any number may run at once. An event
 * counts as published only after its jobs are in the queue; if the queue refuses them it stays, and is tried again. What
 * a queue has lost since is put there again.
 */
export function createPublisher(options: {
  db: Knex;
  databaseUrl: string;
  queues: Queues;
  logger: Logger;
  subscriptions?: Subscriptions;
  settings?: Partial<typeof PUBLISHER_DEFAULTS>;
}): Publisher {
  const { db, queues, logger, subscriptions = productSubscriptions } = options;
  const settings = { ...PUBLISHER_DEFAULTS, ...options.settings };
  const toJobs = (event: OutboxEvent) => jobsOf(event, subscriptions);

  const publishBatch = () =>
    db.transaction(async (trx) => {
      const { events: taken, seenAt } = await takeUnpublished(trx, settings.batch);
      if (seenAt === null) {
        return 0;
      }
      const jobs = taken.flatMap(toJobs);
      await queues.add(jobs);
      const busy = new Set(jobs.map((job) => job.data.eventId));
      await markPublished(trx, {
        ids: taken.map((event) => event.id),
        settledIds: taken.map((event) => event.id).filter((id) => !busy.has(id)),
        seenAt,
        checkInMs: settings.firstCheckMs,
      });
      return taken.length;
    });

  const publishing = createLoop({
    everyMs: settings.pollMs,
    run: async () => {
      let count = settings.batch;
      while (count === settings.batch && !publishing.isClosed) {
        count = await publishBatch();
      }
    },
    onError: (err) => logger.warn({ reason: err.message }, 'events wait in the outbox'),
  });
  const sweep = createOutboxSweep({ db, queues, logger, toJobs });
  const sweeping = createLoop({
    everyMs: settings.sweepMs,
    run: sweep,
    onError: (err) => logger.warn({ reason: err.message }, 'cannot look after published events now'),
  });
  const listener = createListener({
    databaseUrl: options.databaseUrl,
    channels: ['outbox'],
    logger,
    onMessage: () => publishing.wake(),
    onGap: () => publishing.wake(),
  });

  return {
    close: async () => {
      await listener.close();
      await Promise.all([publishing.close(), sweeping.close()]);
    },
  };
}

function jobsOf(event: OutboxEvent, subscriptions: Subscriptions): QueuedJob[] {
  return subscriptions(event.name, event.payload).map(({ job, payload }) => ({
    name: job,
    data: {
      id: `${event.id}-${job}`,
      eventId: event.id,
      publishes: event.publishes + 1,
      payload: getJob(job).payload.parse(payload),
    },
  }));
}

const payloads = new Map<string, (typeof events)[number]['payload']>(
  events.map((event) => [event.name, event.payload]),
);

/** The product's own table; an event of a name that this release does not know asks for nothing. */
function productSubscriptions(name: string, payload: unknown) {
  const schema = payloads.get(name);
  // Name and payload belong together: the schema was looked up by the name.
  const known = name as (typeof events)[number]['name'];
  return schema ? jobsFor(known, schema.parse(payload) as never) : [];
}
