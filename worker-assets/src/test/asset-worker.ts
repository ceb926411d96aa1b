import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssetRow } from '@diorama/shared/server/db/read-models/assets.ts';
import { loadEnv } from '@diorama/shared/server/env.ts';
import { createLogger } from '@diorama/shared/server/logger.ts';
import { runWorker } from '@diorama/shared/server/worker.ts';
import { createQueueKit } from '@diorama/stack/test/queue-kit.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { ConversionPool } from '../import/conversion-pool.ts';
import type { JobDeps } from '../jobs/deps.ts';
import { createHandlers, failureHooks, OWN_QUEUES } from '../jobs/index.ts';
import { createStandIn } from '../reimagine/stand-in.ts';
import { createStage } from '../stage/stage.ts';
import type { JobDesk } from './job-desk.ts';
import { buildStagePage } from './stage-page-build.ts';

/** Timeout of a test for a job that draws or converts. */
export const WAIT = { timeout: 240_000, interval: 100 };

/** A worker as started by `main.ts`, for the events of the tests at a desk. */
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
export function useAssetWorker(desk: JobDesk, { hasTools = true } = {}): AssetWorker {
  const ends = new AsyncDisposableStack();
  let deps: JobDeps;
  beforeAll(async () => {
    const { dir, url: databaseUrl } = desk;
    const kit = await createQueueKit({ databaseUrl, redisUrl: null });
    ends.defer(() => kit.close());
    const tools = hasTools ? await startTools(dir, ends) : {};
    deps = desk.depsWith({ db: kit.db, reimaginer: createStandIn(), ...tools });
    const worker = await runWorker({
      name: 'test',
      queues: OWN_QUEUES,
      handlers: createHandlers(deps),
      onFailedForGood: failureHooks,
      env: loadEnv({ DATABASE_URL: databaseUrl, SECRET_KEY: 'x'.repeat(32), DIORAMA_DATA_DIR: dir }),
      db: kit.db,
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
      const isOver = async () => ['ready', 'failed'].includes((await desk.read(assetId)).status);
      await expect.poll(isOver, WAIT).toBe(true);
      return desk.read(assetId);
    },
  };
}

async function startTools(dir: string, ends: AsyncDisposableStack): Promise<Pick<JobDeps, 'stage' | 'pool'>> {
  const webDist = join(dir, 'web');
  await buildStagePage(webDist);
  const pool = await ConversionPool.create({ size: 1 });
  ends.defer(() => pool.close());
  const logger = createLogger('test', { level: 'silent' });
  // One unpacked browser for all tests.
  const stage = createStage({ webDist, tmpDir: join(tmpdir(), 'diorama-test-stage'), logger });
  ends.defer(() => stage.close());
  return { pool, stage };
}
