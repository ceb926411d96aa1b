import { z } from 'zod';
import { events } from '../../events/index.ts';
import { jobsFor } from '../../events/subscriptions.ts';
import { getJob, queuesOf } from '../../jobs/index.ts';
import type { Knex } from '../db/knex.ts';
import type { CommitNotifications } from '../delivery/commit-notifications.ts';
import type { ReadOnly } from '../operations/read-only.ts';
import type { Logger } from '../runtime/logger.ts';
import { createLoop } from '../runtime/loop.ts';
import { currentOrigin, inSpan, isTracing, type SpanOptions } from '../runtime/tracing.ts';
import { dedupeKeyOf } from './dedupe.ts';
import {
  checkAllNow,
  claimUnpublished,
  claimUnsettled,
  findSettledJobs,
  findSuperseded,
  markChecked,
  markPublished,
  type OutboxEvent,
  refuseEvents,
} from './outbox.queries.ts';
import type { QueuedJob, Queues } from './queue.ts';

const payloads = new Map<string, AnyEvent['payload']>(events.map((event) => [event.name, event.payload]));

/** Event names that this release knows; other events belong to a newer release, which processes them. */
const KNOWN_EVENTS: readonly string[] = [...payloads.keys()];

const BATCH = 500;

/** State that BullMQ reports for an unknown job. */
const UNKNOWN = 'unknown';

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
  commitNotifications: CommitNotifications;
  queues: Queues;
  logger: Logger;
  /** Events stay in the outbox while it is on. */
  readOnly?: Pick<ReadOnly, 'isOn'>;
  settings?: Partial<typeof PUBLISHER_DEFAULTS>;
}): Publisher {
  const { db, commitNotifications, queues, logger, readOnly } = options;
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
        logger.error({ refused }, 'unreadable events are on hold');
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
    onError: (err) => logger.warn({ reason: err.message }, 'events are waiting in the outbox'),
  });
  const sweeping = createLoop({
    everyMs: settings.sweepMs,
    run: async () => {
      if (!readOnly?.isOn) {
        await sweep();
      }
    },
    onError: (err) => logger.warn({ reason: err.message }, 'published events could not be checked'),
  });
  const stopListening = commitNotifications.on('outbox', () => publishing.wake());

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

/**
 * Checks events that are published but not settled. A job that is neither completed nor dead-lettered nor
 * known to its queue was lost, and is queued again. An event of another release without known jobs stays open
 * for that release.
 */
function createOutboxSweep(options: { db: Knex; queues: Queues; logger: Logger }): () => Promise<void> {
  const { db, queues, logger } = options;

  const sweepBatch = () =>
    db.transaction(async (trx) => {
      const taken = await claimUnsettled(trx, KNOWN_EVENTS, BATCH);
      if (taken.length === 0) {
        return 0;
      }
      const known = taken.map((event) => ({ event, made: jobsOfEvent(event) }));
      const strange = known.flatMap(({ event, made }) => ('refused' in made ? [event.id] : []));
      const jobs = known.flatMap(({ event, made }) =>
        'jobs' in made ? made.jobs.map((job) => ({ job, publishedAt: event.published_at })) : [],
      );
      const settledJobs = await findSettledJobs(
        trx,
        jobs.map(({ job }) => job.data.id),
      );
      const openJobs = jobs.filter(({ job }) => !settledJobs.has(job.data.id));
      const superseded = await findSuperseded(trx, openJobs.flatMap(toSupersedable));
      const owed = openJobs.filter(({ job }) => !superseded.has(job.data.id)).map(({ job }) => job);
      const lost = await findLost(queues, owed);
      if (lost.length > 0) {
        logger.warn({ jobs: lost.length }, 'queue lost jobs, adding them again');
        await queues.add(lost);
      }
      const open = new Set([...owed.map((job) => job.data.eventId), ...strange]);
      await markChecked(trx, {
        settled: taken.map((event) => event.id).filter((id) => !open.has(id)),
        republished: [...new Set(lost.map((job) => job.data.eventId))],
        open: [...open],
      });
      return taken.length;
    });

  return async () => {
    if (await queues.wasEmptied()) {
      await checkAllNow(db);
    }
    while ((await sweepBatch()) === BATCH) {
      // Continues with the next batch immediately: after a loss all of them are due.
    }
  };
}

function toSupersedable({ job, publishedAt }: { job: QueuedJob; publishedAt: string }) {
  const key = dedupeKeyOf(job.name, job.data.payload);
  return key === null ? [] : [{ id: job.data.id, key, publishedAt }];
}

/** Jobs to queue again; those that ended in their queue without being completed are removed first. */
async function findLost(queues: Queues, owed: readonly QueuedJob[]): Promise<QueuedJob[]> {
  const isLost = await Promise.all(
    owed.map(async (job) => {
      const states = await Promise.all(
        queuesOf(job.name).map(async (name) => {
          const state = await queues.get(name).getJobState(job.data.id);
          if (state === 'completed') {
            await queues.get(name).remove(job.data.id);
          }
          return state;
        }),
      );
      const isAway = states.every((state) => state === 'completed' || state === UNKNOWN);
      return isAway && (states.includes('completed') || !(await queues.isRepresented(job)));
    }),
  );
  return owed.filter((_, at) => isLost[at]);
}

type AnyEvent = (typeof events)[number];

/** Jobs of an event, or the reason why it has none. */
type EventJobs = { jobs: QueuedJob[] } | { refused: string };

/**
 * Returns the jobs of one event. An invalid event is returned as refused, as it must not stop other events.
 */
function jobsOfEvent(event: OutboxEvent): EventJobs {
  const schema = payloads.get(event.name);
  const payload = schema?.safeParse(event.payload);
  if (!payload) {
    return { refused: `No event is called ${event.name}` };
  }
  if (!payload.success) {
    return { refused: z.prettifyError(payload.error) };
  }
  // Name and payload match, as the schema was found by the name.
  const requests = jobsFor(event.name as AnyEvent['name'], payload.data as never);
  return {
    jobs: requests.map(({ job, payload: input }) => ({
      name: job,
      data: {
        id: `${event.id}-${job}`,
        eventId: event.id,
        publishes: event.publishes + 1,
        payload: getJob(job).payload.parse(input),
        requestId: event.request_id,
      },
      traceparent: event.traceparent,
    })),
  };
}
