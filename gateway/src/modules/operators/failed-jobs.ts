import { assertFound, CodedError } from '@diorama/shared/contract/errors.ts';
import type { FailedJob, FailedJobDetails, failedJobRoutes } from '@diorama/shared/contract/failed-jobs.ts';
import { jobs, queuesOf } from '@diorama/shared/jobs/index.ts';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import { findJobSubject, type JobSubject } from '@diorama/shared/server/operations/job-subject.queries.ts';
import { forEachLimited } from '@diorama/shared/server/runtime/for-each-limited.ts';
import type { Job, Queue } from 'bullmq';
import { z } from 'zod';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';

const MAX_REASON_LENGTH = 500;
const MAX_STACK_LENGTH = 4_000;
/** Latest lines of a job's log. */
const LOG_LINES = 100;
/** Failed jobs that are read from a queue at once, and retried at the same time. */
const PAGE = 500;
const AT_ONCE = 10;

/** Job data of this release; jobs of others and those added by hand have less. */
const Data = z.object({
  eventId: z.uuid().nullable().catch(null),
  requestId: z.string().nullable().catch(null),
  payload: z.unknown().optional(),
});

/** Subjects of failed jobs, and their retries. */
export function failedJobHandlers(
  { db }: Pick<Deps, 'db'>,
  queues: Queues,
): HandlersOf<typeof failedJobRoutes> {
  return {
    getFailedJob: async ({ params, query }, { ctx }) => {
      ctx.set('Cache-Control', 'no-store');
      const { job, queue } = await findFailed(queuesFor(queues, query.job), jobIdOf(params.id, query.job));
      const { payload, requestId } = Data.parse(job.data);
      const [subject, { logs }] = await Promise.all([
        findJobSubject(db, payload),
        queue.getJobLogs(job.id ?? '', 0, LOG_LINES - 1, false),
      ]);
      return {
        '@id': `/api/operators/failed-jobs/${params.id}`,
        '@type': 'FailedJobDetails',
        ...serializeFailedJob(job),
        requestId,
        ...serializeSubject(subject),
        // The newest lines were read, newest first.
        log: logs.reverse(),
        stack: job.stacktrace?.at(-1)?.slice(0, MAX_STACK_LENGTH) ?? null,
      };
    },

    retryFailedJobs: async ({ body }) => {
      const places = queuesFor(queues, body.job);
      if (body.event !== undefined) {
        const { job } = await findFailed(places, jobIdOf(body.event, body.job));
        await job.retry('failed');
        return { retried: 1 };
      }
      const failed = (await Promise.all(places.map((queue) => listFailed(queue, body.job)))).flat();
      let retried = 0;
      await forEachLimited(failed, AT_ONCE, async (job) => {
        // A job that runs or is gone meanwhile needs no retry.
        const added = await job.retry('failed').then(
          () => 1,
          () => 0,
        );
        retried += added;
      });
      return { retried };
    },
  };
}

/** A failed job as presented to operators. */
export function serializeFailedJob(job: Job): FailedJob {
  return {
    id: job.id ?? '',
    eventId: Data.parse(job.data ?? {}).eventId,
    queue: job.queueName,
    job: job.name,
    reason: (job.failedReason ?? '').slice(0, MAX_REASON_LENGTH),
    runs: job.attemptsStarted,
    failedAt: job.finishedOn === undefined ? null : new Date(job.finishedOn).toISOString(),
  };
}

function jobIdOf(eventId: string, job: string): string {
  return `${eventId}-${job}`;
}

/** @throws CodedError `request.not-found` for an unknown job name */
function queuesFor(queues: Queues, name: string): Queue[] {
  assertFound(jobs.some((job) => job.name === name));
  return queuesOf(name).map((queue) => queues.get(queue));
}

/** @throws CodedError `request.not-found` for a job that has not failed, or is gone */
async function findFailed(queues: readonly Queue[], id: string): Promise<{ job: Job; queue: Queue }> {
  for (const queue of queues) {
    const job: Job | undefined = await queue.getJob(id);
    if (job && (await job.isFailed())) {
      return { job, queue };
    }
  }
  throw new CodedError('request.not-found');
}

/** All failed jobs of a name. They are read before the first retry, which moves the pages. */
async function listFailed(queue: Queue, name: string): Promise<Job[]> {
  const found: Job[] = [];
  for (let at = 0; ; at += PAGE) {
    const page = await queue.getJobs(['failed'], at, at + PAGE - 1);
    found.push(...page.filter((job) => job?.name === name));
    if (page.length < PAGE) {
      return found;
    }
  }
}

function serializeSubject(
  row: JobSubject | null,
): Pick<FailedJobDetails, 'subject' | 'scene' | 'workspace' | 'waitingScenes'> {
  if (row === null) {
    return { subject: null, scene: null, workspace: null, waitingScenes: 0 };
  }
  const { kind, id, name, status, scene_id: sceneId, account_id: accountId } = row;
  return {
    subject: { kind, uuid: id, name, status },
    scene: sceneId === null ? null : { uuid: sceneId, name: row.scene_name ?? '' },
    workspace:
      accountId === null
        ? null
        : { uuid: accountId, name: row.account_name ?? '', ownerEmail: row.owner_email ?? '' },
    waitingScenes: row.scenes,
  };
}
