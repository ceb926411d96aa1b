import { createBus } from '@diorama/shared/server/bus.ts';
import { systemClock } from '@diorama/shared/server/clock.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { loadEnv } from '@diorama/shared/server/env.ts';
import { createLogger } from '@diorama/shared/server/logger.ts';
import { choosePaymentProvider } from '@diorama/shared/server/payments/choose-provider.ts';
import { createShutdown, shutDownOnSignals } from '@diorama/shared/server/shutdown.ts';
import { createWakes } from '@diorama/shared/server/wakes.ts';
import { runWorker } from '@diorama/shared/server/worker.ts';
import { orderExpire } from './jobs/order-expire.ts';
import { orderReconcile } from './jobs/order-reconcile.ts';
import { subscriptionEnd } from './jobs/subscription-end.ts';

const NAME = 'worker-billing';
const logger = createLogger(NAME);
const env = loadEnv(undefined, NAME);
const shutdown = createShutdown({ logger, graceMs: env.shutdownGraceMs });
shutDownOnSignals(shutdown);

const bus = createBus({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
const wakes = createWakes({ bus, logger });
const db = createDb(env.databaseUrl, { name: NAME, wakes });
shutdown.register('connections', 'bus', async () => {
  wakes.close();
  await bus.close();
});
shutdown.register('connections', 'database', () => db.destroy());
const payments = choosePaymentProvider({ env, db, clock: systemClock });

await runWorker({
  name: NAME,
  queues: ['billing'],
  handlers: {
    'order.reconcile': orderReconcile({ db, payments }),
    'order.expire': orderExpire({ db, clock: systemClock }),
    'subscription.end': subscriptionEnd({ db }),
  },
  env,
  db,
  logger,
  shutdown,
});
