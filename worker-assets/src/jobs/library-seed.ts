import { LIBRARY_ACCOUNT_ID, LIBRARY_SEED_VERSION } from '@diorama/shared/domain/library.ts';
import { putLibrarySeed } from '@diorama/shared/server/assets/library-changes.ts';
import { type JobHandler, JobPostponedError } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { CATALOGUE, type LibraryCatalogue } from '../library/catalogue.ts';
import { makeSeeds } from '../library/make-seeds.ts';
import type { JobDeps } from './deps.ts';

/** Delay before the seed of a newer version is retried, in milliseconds. */
const LEFT_FOR_MS = 60_000;

/** Adds the bundled items to the library, or updates them. */
export function librarySeed(
  deps: Pick<JobDeps, 'db' | 'store'>,
  catalogue: LibraryCatalogue = CATALOGUE,
): JobHandler<'library.seed'> {
  const { db } = deps;
  return async ({ version }, context) => {
    if (version > LIBRARY_SEED_VERSION) {
      // A newer gateway requested this during a deployment. Its items are not in this version, and are
      // requested only once.
      throw new JobPostponedError(LEFT_FOR_MS);
    }
    const keep = async (body: Buffer, contentType: string) =>
      (await storeObject(deps, { accountId: LIBRARY_ACCOUNT_ID, body, contentType })).id;
    const seeds = await makeSeeds({ keep, signal: context.signal }, catalogue);
    await context.commit(db, async (trx) => {
      for (const seed of seeds) {
        await putLibrarySeed(trx, seed);
      }
    });
    return { items: seeds.length };
  };
}
