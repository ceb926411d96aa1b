import { getJob } from '../../jobs/index.ts';
import type { Knex } from '../db/knex.ts';
import type { Logger } from '../runtime/logger.ts';
import { dedupeKeyOf } from './dedupe.ts';
import { jobsOfEvent, KNOWN_EVENTS } from './event-jobs.ts';
import {
  checkAllNow,
  claimUnsettled,
  findSettledJobs,
  findSuperseded,
  markChecked,
} from './outbox.queries.ts';
import type { QueuedJob, Queues } from './queue.ts';

const BATCH = 500;

/** State that BullMQ reports for an unknown job. */
const UNKNOWN = 'unknown';

/**
 * Checks events that are published but not settled. A job that is neither completed nor dead-lettered nor
 * known to its queue was lost, and is queued again. An event of another release without known jobs stays open
 * for that release.
 */
export function createOutboxSweep(options: {
  db: Knex;
  queues: Queues;
  logger: Logger;
}): () => Promise<void> {
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
        logger.warn({ jobs: lost.length }, 'a queue has lost jobs, they are put there again');
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
      const queue = queues.get(getJob(job.name).queue);
      const state = await queue.getJobState(job.data.id);
      if (state === 'completed') {
        await queue.remove(job.data.id);
      }
      return state === 'completed' || (state === UNKNOWN && !(await queues.isRepresented(job)));
    }),
  );
  return owed.filter((_, at) => isLost[at]);
}
