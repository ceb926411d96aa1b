import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssetRow } from '@diorama/shared/server/assets/assets.queries.ts';
import { runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createQueueFixture } from '@diorama/stack/test/queue-fixture.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { ConversionPool } from '../import/conversion-pool.ts';
import type { JobDeps } from '../jobs/deps.ts';
import { createHandlers, failureHooks, OWN_QUEUES } from '../jobs/index.ts';
import { createDemoReimaginer } from '../reimagine/demo-reimaginer.ts';
import { createStage } from '../stage/stage.ts';
import type { JobHarness } from './job-harness.ts';
import { buildStagePage } from './stage-page-build.ts';

/** Timeout for a job that draws or converts. */
export const WAIT = { timeout: 240_000, interval: 100 };

/** A worker as `main.ts` starts it, for the events that tests record. */
export interface AssetWorker {
  /** Dependencies of its jobs; a test may change them. */
  readonly deps: JobDeps;
  /** Waits until an asset is ready or has failed. */
  ended(assetId: string): Promise<AssetRow>;
}

/**
 * Starts the worker before the tests of a file, and ends it after them.
 * @param options.hasTools false for jobs that neither draw nor convert: these take seconds to start.
 */
export function useAssetWorker(harness: JobHarness, { hasTools = true } = {}): AssetWorker {
  const ends = new AsyncDisposableStack();
  let deps: JobDeps;
  beforeAll(async () => {
    const { dir, url: databaseUrl } = harness;
    const fixture = await createQueueFixture({ databaseUrl, redisUrl: null });
    ends.defer(() => fixture.close());
    const tools = hasTools ? await startTools(dir, ends) : {};
    deps = harness.depsWith({ db: fixture.db, reimaginer: createDemoReimaginer(), ...tools });
    const worker = await runWorker({
      name: 'test',
      queues: OWN_QUEUES,
      handlers: createHandlers(deps),
      onFailedForGood: failureHooks,
      env: loadEnv({ DATABASE_URL: databaseUrl, SECRET_KEY: 'x'.repeat(32), DIORAMA_DATA_DIR: dir }),
      db: fixture.db,
      logger: deps.logger,
    });
    ends.defer(() => worker.close(2_000));
  });
  afterAll(() => ends.disposeAsync());

  return {
    get deps() {
      return deps;
    },
    ended: async (assetId) => {
      const isOver = async () => ['ready', 'failed'].includes((await harness.read(assetId)).status);
      await expect.poll(isOver, WAIT).toBe(true);
      return harness.read(assetId);
    },
  };
}

async function startTools(dir: string, ends: AsyncDisposableStack): Promise<Pick<JobDeps, 'stage' | 'pool'>> {
  const webDist = join(dir, 'web');
  await buildStagePage(webDist);
  const pool = await ConversionPool.create({ size: 1 });
  ends.defer(() => pool.close());
  const logger = createLogger('test', { level: 'silent' });
  // The unpacked browser is shared by all tests.
  const stage = createStage({ webDist, tmpDir: join(tmpdir(), 'diorama-test-stage'), logger });
  ends.defer(() => stage.close());
  return { pool, stage };
}
