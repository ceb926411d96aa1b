import { join } from 'node:path';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { ConversionPool } from '../import/conversion-pool.ts';
import { createHandlers, failureHooks, OWN_QUEUES } from '../jobs/index.ts';
import { createStage } from '../stage/stage.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

/** The worker as a process for a test to kill: as in `main.ts`, with the test's stage page. */
const logger = createLogger('killable-worker');
const env = loadEnv();
const db = createDb(env.databaseUrl, { name: 'killable-worker' });

await runWorker({
  name: 'killable-worker',
  queues: OWN_QUEUES,
  handlers: createHandlers({
    db,
    store: createStore(env),
    stage: createStage({ webDist: join(env.dataDir, 'web'), tmpDir: join(env.dataDir, 'chromium'), logger }),
    pool: await ConversionPool.create({ logger }),
    tmpDir: await createTemporaryFolder(join(env.dataDir, 'tmp', 'jobs')),
    publicUrl: env.publicUrl,
    reimaginer: null,
    avatarOrigins: [],
    logger,
  }),
  onFailedForGood: failureHooks,
  env,
  db,
  logger,
});
