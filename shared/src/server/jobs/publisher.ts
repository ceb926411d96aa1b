import type { Knex } from '../db/knex.ts';
import type { CommitNotifications } from '../delivery/commit-notifications.ts';
import type { ReadOnly } from '../operations/read-only.ts';
import type { Logger } from '../runtime/logger.ts';
import { createLoop } from '../runtime/loop.ts';
import { currentOrigin, inSpan, isTracing, type SpanOptions } from '../runtime/tracing.ts';
import { jobsOfEvent, KNOWN_EVENTS } from './event-jobs.ts';
import { claimUnpublished, markPublished, type OutboxEvent, refuseEvents } from './outbox.queries.ts';
import { createOutboxSweep } from './outbox-sweep.ts';
import type { QueuedJob, Queues } from './queue.ts';

export interface Publisher {
  /** @throws Error when events have not been published, or their jobs not checked, for half a minute. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export const PUBLISHER_DEFAULTS: { batch: number; pollMs: number; sweepMs: number; firstCheckMs: number } = {
  /** Events per transaction. */
  batch: 500,
  /** Poll interval of the outbox without a notification, in milliseconds. */
  pollMs: 1_000,
  /** Interval of checks for lost jobs, in milliseconds. */
  sweepMs: 2_000,
  /** Age of an event at the first check of its jobs, in milliseconds. */
  firstCheckMs: 15_000,
};

/**
 * Queues the jobs of recorded events, as soon as they are committed. Any number of publishers may run at
 * once. An event counts as published only after its jobs are queued; if the queue fails it stays, and is
 * retried. Jobs lost in the queue later are queued again. Events with unknown names stay for another release,
 * and those whose payload does not parse are put aside, where the schedule finds them.
 */
export function createPublisher(options: {
  db: Knex;
  wakes: CommitNotifications;
  queues: Queues;
  logger: Logger;
  /** Events stay in the outbox while it is on. */
  readOnly?: Pick<ReadOnly, 'isOn'>;
  settings?: Partial<typeof PUBLISHER_DEFAULTS>;
}): Publisher {
  const { db, wakes, queues, logger, readOnly } = options;
  const settings = { ...PUBLISHER_DEFAULTS, ...options.settings };

  const publishBatch = () =>
    db.transaction(async (trx) => {
      const { events: taken, seenAt } = await claimUnpublished(trx, KNOWN_EVENTS, settings.batch);
      if (seenAt === null) {
        return 0;
      }
      const { jobs, refused } = sortOut(isTracing() ? await Promise.all(taken.map(traceEvent)) : taken);
      await queues.add(jobs);
      if (refused.length > 0) {
        await refuseEvents(trx, refused);
        logger.error({ refused }, 'events that nothing can be made of are put aside');
      }
      const busy = new Set(jobs.map((job) => job.data.eventId));
      const aside = new Set(refused.map(({ id }) => id));
      const ids = taken.map((event) => event.id).filter((id) => !aside.has(id));
      await markPublished(trx, {
        ids,
        settledIds: ids.filter((id) => !busy.has(id)),
        seenAt,
        checkInMs: settings.firstCheckMs,
      });
      return taken.length;
    });

  const sweep = createOutboxSweep({ db, queues, logger });
  const publishing = createLoop({
    everyMs: settings.pollMs,
    run: async () => {
      let count = settings.batch;
      while (count === settings.batch && !publishing.isClosed && !readOnly?.isOn) {
        count = await publishBatch();
      }
    },
    onError: (err) => logger.warn({ reason: err.message }, 'events wait in the outbox'),
  });
  const sweeping = createLoop({
    everyMs: settings.sweepMs,
    run: async () => {
      if (!readOnly?.isOn) {
        await sweep();
      }
    },
    onError: (err) => logger.warn({ reason: err.message }, 'cannot look after published events now'),
  });
  const stopListening = wakes.on('outbox', () => publishing.wake());

  return {
    check: async () => {
      await publishing.check();
      await sweeping.check();
    },
    close: async () => {
      stopListening();
      await Promise.all([publishing.close(), sweeping.close()]);
    },
  };
}

/** Makes the wait in the outbox a span, as the parent of the event's jobs. */
async function traceEvent(event: OutboxEvent): Promise<OutboxEvent> {
  if (event.traceparent === null) {
    return event;
  }
  const options: SpanOptions = {
    name: `outbox ${event.name}`,
    kind: 'producer',
    parent: event.traceparent,
    startedAt: new Date(event.created_at),
    attributes: { 'diorama.event.id': event.id },
  };
  return await inSpan(options, async () => ({ ...event, traceparent: currentOrigin().traceparent }));
}

function sortOut(taken: readonly OutboxEvent[]) {
  const jobs: QueuedJob[] = [];
  const refused: { id: string; reason: string }[] = [];
  for (const event of taken) {
    const made = jobsOfEvent(event);
    if ('jobs' in made) {
      jobs.push(...made.jobs);
    } else {
      refused.push({ id: event.id, reason: made.refused });
    }
  }
  return { jobs, refused };
}
