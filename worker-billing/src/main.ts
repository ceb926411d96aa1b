import { choosePayments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import { createDatabaseClock } from '@diorama/shared/server/db/database-clock.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createCommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import { runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import { followReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createShutdown, shutDownOnSignals } from '@diorama/shared/server/runtime/shutdown.ts';
import { startTracing } from '@diorama/shared/server/runtime/tracing.ts';
import { billingHandlers } from './billing-handlers.ts';

const NAME = 'worker-billing';
const logger = createLogger(NAME);
const env = loadEnv(undefined, NAME);
const shutdown = createShutdown({ logger, graceMs: env.shutdownGraceMs });
shutDownOnSignals(shutdown);
await startTracing({ name: NAME, env, logger, shutdown });

const bus = createBus({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
const wakes = createCommitNotifications({ bus, logger });
const db = createDb(env.databaseUrl, { name: NAME, wakes });
shutdown.register('connections', 'bus', async () => {
  wakes.close();
  await bus.close();
});
shutdown.register('connections', 'database', () => db.destroy());
const clock = await createDatabaseClock({ db, logger });
shutdown.register('work', 'clock', () => clock.close());
const readOnly = await followReadOnly({ db, bus, env, logger, clock });
shutdown.register('work', 'read-only', () => readOnly.close());
const handlers = billingHandlers({
  db,
  payments: choosePayments({ env, db, clock }),
  store: createStore(env),
  clock,
  publicUrl: env.publicUrl,
  operatorEmails: env.operatorEmails,
  seller: env.seller,
  failpoint: env.failpoint,
});

await runWorker({
  name: NAME,
  queues: ['billing'],
  handlers,
  env,
  db,
  logger,
  readOnly,
  clock,
  shutdown,
});
