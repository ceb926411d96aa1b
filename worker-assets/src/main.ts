import { join } from 'node:path';
import { runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { openWorkerProcess } from '@diorama/shared/server/jobs/worker-process.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import { lowerPriority } from '@diorama/shared/server/runtime/lower-priority.ts';
import { ConversionPool } from './import/conversion-pool.ts';
import { createHandlers, failureHooks, OWN_QUEUES } from './jobs/index.ts';
import { createDemoReimaginer } from './reimagine/demo-reimaginer.ts';
import { createImageEdits } from './reimagine/image-edits.ts';
import { createStage } from './stage/stage.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { reachableDir } from './unprivileged.ts';

// Conversions take all the processor there is; requests on the same machine go first.
lowerPriority();

const worker = await openWorkerProcess('worker-assets');
const { env, logger, shutdown, db } = worker;

// Child processes of another user must reach their files.
const jobsDir = await reachableDir(join(env.dataDir, 'tmp', 'jobs'));
const tmpDir = await createTemporaryFolder(jobsDir);
const pool = await ConversionPool.create({ logger });
const stage = createStage({
  webDist: env.webDist,
  tmpDir: join(env.dataDir, 'chromium'),
  ...(env.chromiumPath === null ? {} : { executablePath: env.chromiumPath }),
  logger,
});
shutdown.register('connections', 'stage', () => stage.close());
shutdown.register('connections', 'conversion children', () => pool.close());

await runWorker({
  ...worker,
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
});
