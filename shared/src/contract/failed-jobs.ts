import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { iri, text, time } from './fields.ts';

const count = z.number().int().nonnegative();
const jobName = text(100);

/** A job that failed for good. */
export const failedJob = z.object({
  id: z.string(),
  /** Event that asked for the job; null for a job that no event of Diorama asked for. */
  eventId: z.uuid().nullable(),
  queue: z.string(),
  job: z.string(),
  reason: z.string(),
  runs: count,
  failedAt: time.nullable(),
});
export type FailedJob = z.output<typeof failedJob>;

/** Dead letters of one job name. */
export const failedKind = z.object({ job: z.string(), count, oldestAt: time });
export type FailedKind = z.output<typeof failedKind>;

/** Kinds of rows that a job works on. */
export const JOB_SUBJECTS = [
  'file',
  'publication',
  'version',
  'reimagine',
  'scene',
  'refund',
  'order',
  'invoice',
  'mail',
  'export',
  'import',
  'workspace',
  'user',
] as const;
export type JobSubjectKind = (typeof JOB_SUBJECTS)[number];

/** Subject of a failed job, the reason of its failure, and the waiting rows. */
export const failedJobDetails = failedJob.extend({
  '@id': iri,
  '@type': z.literal('FailedJobDetails'),
  /** Id of the request that caused the job, as in the log; null for scheduled work. */
  requestId: z.string().nullable(),
  /** Null where the job works on nothing in particular, or on rows that are gone. */
  subject: z
    .object({
      kind: z.enum(JOB_SUBJECTS),
      uuid: z.uuid(),
      name: z.string().nullable(),
      status: z.string().nullable(),
    })
    .nullable(),
  scene: z.object({ uuid: z.uuid(), name: z.string() }).nullable(),
  workspace: z.object({ uuid: z.uuid(), name: z.string(), ownerEmail: z.string() }).nullable(),
  /** Scenes that show the file. */
  waitingScenes: count,
  /** Lines that the job's runs logged, the oldest first. */
  log: z.array(z.string()),
  /** Stack of the last failure. */
  stack: z.string().nullable(),
});
export type FailedJobDetails = z.output<typeof failedJobDetails>;

export const failedJobRoutes = defineRoutes({
  getFailedJob: {
    route: 'GET /api/operators/failed-jobs/{id}',
    auth: 'operator',
    summary: 'Returns a permanently failed job by event and name, with its subject and log.',
    query: z.object({ job: jobName }),
    response: failedJobDetails,
    errors: ['security.not-allowed', 'request.not-found'],
  },
  retryFailedJobs: {
    route: 'POST /api/operators/failed-jobs/retry',
    auth: 'operator',
    summary: 'Retries all failed jobs with a name, or the failed job of one event.',
    body: z.object({ job: jobName, event: z.uuid().optional() }),
    response: z.object({ retried: count }),
    errors: ['security.not-allowed', 'request.not-found'],
  },
});
