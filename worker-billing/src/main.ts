import { createBus } from '@diorama/shared/server/bus.ts';
import { systemClock } from '@diorama/shared/server/clock.ts';
import { createCommitNotifications } from '@diorama/shared/server/commit-notifications.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { loadEnv } from '@diorama/shared/server/env.ts';
import { createLogger } from '@diorama/shared/server/logger.ts';
import { choosePayments } from '@diorama/shared/server/payments/choose-provider.ts';
import { createShutdown, shutDownOnSignals } from '@diorama/shared/server/shutdown.ts';
import { createStore } from '@diorama/shared/server/store/store.ts';
import { runWorker } from '@diorama/shared/server/worker.ts';
import { billingHandlers } from './billing-handlers.ts';

const NAME = 'worker-billing';
const logger = createLogger(NAME);
const env = loadEnv(undefined, NAME);
const shutdown = createShutdown({ logger, graceMs: env.shutdownGraceMs });
shutDownOnSignals(shutdown);

const bus = createBus({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
const wakes = createCommitNotifications({ bus, logger });
const db = createDb(env.databaseUrl, { name: NAME, wakes });
shutdown.register('connections', 'bus', async () => {
  wakes.close();
  await bus.close();
});
shutdown.register('connections', 'database', () => db.destroy());
const handlers = billingHandlers({
  db,
  payments: choosePayments({ env, db, clock: systemClock }),
  store: createStore(env),
  clock: systemClock,
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
  shutdown,
});
