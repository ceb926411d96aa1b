import { deleteAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { describe, expect, it } from 'vitest';
import type { PoolLimits } from '../import/conversion-pool.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { squareGlb } from '../test/sample-documents.ts';
import { assetImport } from './asset-import.ts';
import type { JobDeps } from './deps.ts';

const harness = useJobHarness();

/** Conversions that run until they are cancelled, and their limits. */
function endlessConversions(): { pool: JobDeps['pool']; given: PoolLimits[] } {
  const given: PoolLimits[] = [];
  const run = async (_task: string, _input: unknown, limits: PoolLimits) => {
    given.push(limits);
    await new Promise((_, reject) => {
      limits.signal?.addEventListener('abort', () => reject(limits.signal?.reason), { once: true });
    });
  };
  // The parts of a pool that jobs use.
  return { pool: { user: {}, run } as unknown as JobDeps['pool'], given };
}

describe('an import whose file is deleted meanwhile', () => {
  it('ends within seconds as a completed job', async () => {
    const { pool, given } = endlessConversions();
    const assetId = await harness.upload('square.glb', await squareGlb('unwanted'));
    const running = assetImport(harness.depsWith({ pool }))({ assetId }, jobContext());
    await expect.poll(() => given.length).toBe(1);
    expect(given[0]).toMatchObject({ lane: 'small' });
    await deleteAsset(harness.db, { id: assetId, force: true });
    await expect(running).resolves.toEqual({ status: 'gone' });
  });
});

describe('a conversion whose job times out', () => {
  it('ends with an error of its job', async () => {
    const { pool, given } = endlessConversions();
    const assetId = await harness.upload('square.glb', await squareGlb('late'));
    const time = new AbortController();
    const running = assetImport(harness.depsWith({ pool }))({ assetId }, jobContext({ signal: time.signal }));
    await expect.poll(() => given.length).toBe(1);
    time.abort(new Error('The job took too long'));
    await expect(running).rejects.toThrow('took too long');
  });
});
