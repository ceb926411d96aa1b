import type { z } from 'zod';
import { archiveJobs } from './archives.ts';
import { assetJobs } from './assets.ts';
import { backupJobs } from './backups.ts';
import { billingJobs } from './billing.ts';
import type { JobDefinition, QueueName } from './define.ts';
import { notifyJobs } from './notify.ts';
import { sceneOutputJobs } from './scene-output.ts';
import { sceneJobs } from './scenes.ts';
import { storageJobs } from './storage.ts';

export { type JobDefinition, QUEUES, type QueueName } from './define.ts';

/** Every job of the product. */
export const jobs = [
  ...assetJobs,
  ...sceneOutputJobs,
  ...sceneJobs,
  ...storageJobs,
  ...billingJobs,
  ...notifyJobs,
  ...archiveJobs,
  ...backupJobs,
] as const satisfies readonly JobDefinition[];

export type AnyJob = (typeof jobs)[number];
export type JobName = AnyJob['name'];
export type JobOf<Name extends JobName> = Extract<AnyJob, { name: Name }>;
export type PayloadOf<Name extends JobName> = z.output<JobOf<Name>['payload']>;
export type ResultOf<Name extends JobName> = z.output<JobOf<Name>['result']>;
export type JobNamesOn<Queue extends QueueName> = Extract<AnyJob, { queue: Queue }>['name'];

/** Queue of a job with this payload. */
export function queueOf(name: string, payload: unknown): QueueName {
  const job = getJob(name);
  // The payload was parsed with the same definition.
  return 'bulk' in job && job.bulk && (job.bulk.isBulk as (payload: unknown) => boolean)(payload)
    ? job.bulk.queue
    : job.queue;
}

/** All queues to which any release adds a job. */
export function queuesOf(name: string): readonly QueueName[] {
  const job = getJob(name);
  return 'bulk' in job && job.bulk ? [job.queue, job.bulk.queue] : [job.queue];
}

const byName: ReadonlyMap<string, AnyJob> = new Map(jobs.map((job) => [job.name, job]));

/**
 * Returns the definition of a job.
 * @throws Error for an unknown name, which means that the table and a queue are of different releases.
 */
export function getJob(name: string): AnyJob {
  const job = byName.get(name);
  if (!job) {
    throw new Error(`No job is called ${name}`);
  }
  return job;
}
