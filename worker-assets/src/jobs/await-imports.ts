import { areConverting } from '@diorama/shared/server/assets/assets.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { type JobContext, JobPostponedError } from '@diorama/shared/server/jobs/worker.ts';

/** Limits of the delay before a job checks again, and of the whole wait, in milliseconds. */
const AGAIN_MS = { least: 1_000, most: 30_000 } as const;
const MOST_MS = 24 * 3_600_000;

/**
 * Lets a job wait for the conversion of the assets that it shows, as its result would lack them.
 * The wait ends after a day, as a store may be away for so long.
 * @throws JobPostponedError while one is to come or in progress
 */
export async function awaitImports(
  db: Knex,
  { accountId, assetIds }: { accountId: string; assetIds: readonly string[] },
  { ageMs }: Pick<JobContext, 'ageMs'>,
): Promise<void> {
  if (ageMs < MOST_MS && (await areConverting(db, accountId, assetIds))) {
    throw new JobPostponedError(Math.min(Math.max(ageMs / 4, AGAIN_MS.least), AGAIN_MS.most));
  }
}
