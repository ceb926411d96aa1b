import { join } from 'node:path';
import { createDatabaseClock } from '@diorama/shared/server/db/database-clock.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createCommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import { runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import { followReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { lowerPriority } from '@diorama/shared/server/runtime/lower-priority.ts';
import { createShutdown, shutDownOnSignals } from '@diorama/shared/server/runtime/shutdown.ts';
import { startTracing } from '@diorama/shared/server/runtime/tracing.ts';
import { ConversionPool } from './import/conversion-pool.ts';
import { createHandlers, failureHooks, OWN_QUEUES } from './jobs/index.ts';
import { createDemoReimaginer } from './reimagine/demo-reimaginer.ts';
import { createImageEdits } from './reimagine/image-edits.ts';
import { createStage } from './stage/stage.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { reachableDir } from './unprivileged.ts';

// Conversions take all the processor there is; requests on the same machine go first.
lowerPriority();

const NAME = 'worker-assets';
const logger = createLogger(NAME);
const env = loadEnv(undefined, NAME);
const shutdown = createShutdown({ logger, graceMs: env.shutdownGraceMs });
shutDownOnSignals(shutdown);
await startTracing({ name: NAME, env, logger, shutdown });

// Child processes of another user must reach their files.
const jobsDir = await reachableDir(join(env.dataDir, 'tmp', 'jobs'));
const tmpDir = await createTemporaryFolder(jobsDir);
const bus = createBus({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
const wakes = createCommitNotifications({ bus, logger });
const db = createDb(env.databaseUrl, { name: NAME, wakes });
const pool = await ConversionPool.create({ logger });
const stage = createStage({
  webDist: env.webDist,
  tmpDir: join(env.dataDir, 'chromium'),
  ...(env.chromiumPath === null ? {} : { executablePath: env.chromiumPath }),
  logger,
});
shutdown.register('connections', 'stage', () => stage.close());
shutdown.register('connections', 'conversion children', () => pool.close());
shutdown.register('connections', 'bus', async () => {
  wakes.close();
  await bus.close();
});
shutdown.register('connections', 'database', () => db.destroy());
const clock = await createDatabaseClock({ db, logger });
shutdown.register('work', 'clock', () => clock.close());
const readOnly = await followReadOnly({ db, bus, env, logger, clock });
shutdown.register('work', 'read-only', () => readOnly.close());

await runWorker({
  name: NAME,
  queues: OWN_QUEUES,
  handlers: createHandlers({
    db,
    store: createStore(env),
    stage,
    pool,
    tmpDir,
    publicUrl: env.publicUrl,
    reimaginer: env.reimagine ? createImageEdits(env.reimagine) : env.demo ? createDemoReimaginer() : null,
    avatarOrigins: env.google?.pictureOrigins ?? [],
    logger,
  }),
  onFailedForGood: failureHooks,
  env,
  db,
  logger,
  readOnly,
  clock,
  shutdown,
});
