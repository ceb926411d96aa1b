import { LIBRARY_ACCOUNT_ID, LIBRARY_SEED_VERSION } from '@diorama/shared/domain/library.ts';
import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { storeObject } from '@diorama/shared/server/db/objects.ts';
import { putLibrarySeed } from '@diorama/shared/server/db/repositories/library.ts';
import { type JobContext, JobPostponedError } from '@diorama/shared/server/worker.ts';
import { CATALOGUE, type Catalogue } from '../library/index.ts';
import { makeSeeds } from '../library/make-seeds.ts';
import type { JobDeps } from './deps.ts';

/** How long a catalogue version unknown to this release is left to a newer worker. */
const LEFT_FOR_MS = 60_000;

/** Adds the product's built-in items to the library, or updates them. */
export function librarySeed(deps: Pick<JobDeps, 'db' | 'store'>, catalogue: Catalogue = CATALOGUE) {
  const { db } = deps;
  return async (
    { version }: PayloadOf<'library.seed'>,
    context: JobContext,
  ): Promise<ResultOf<'library.seed'>> => {
    if (version > LIBRARY_SEED_VERSION) {
      // Requested by a newer gateway while workers are replaced. This release lacks its items, and the
      // request comes only once.
      throw new JobPostponedError(LEFT_FOR_MS);
    }
    const keep = async (body: Buffer, contentType: string) =>
      (await storeObject(deps, { accountId: LIBRARY_ACCOUNT_ID, body, contentType })).id;
    const seeds = await makeSeeds({ keep, signal: context.signal }, catalogue);
    await db.transaction(async (trx) => {
      for (const seed of seeds) {
        await putLibrarySeed(trx, seed);
      }
      await context.complete(trx);
    });
    return { items: seeds.length };
  };
}
