import type { HandlersFor } from '@diorama/shared/jobs/index.ts';
import { choosePayments, type Payments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createCommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import { type JobContext, runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { createStore, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { type Clock, systemClock } from '@diorama/shared/server/runtime/clock.ts';
import { loadEnv, type Seller } from '@diorama/shared/server/runtime/env.ts';
import type { Failpoint } from '@diorama/shared/server/runtime/failpoint.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createShutdown, shutDownOnSignals } from '@diorama/shared/server/runtime/shutdown.ts';
import { invoiceIssue } from './jobs/invoice-issue.ts';
import { orderCharge } from './jobs/order-charge.ts';
import { orderExpire } from './jobs/order-expire.ts';
import { orderReconcile } from './jobs/order-reconcile.ts';
import { orderTell } from './jobs/order-tell.ts';
import { refundExecute } from './jobs/refund-execute.ts';
import { renewalWarn } from './jobs/renewal-warn.ts';
import { sourceReconcile } from './jobs/source-reconcile.ts';
import { sourceWarn } from './jobs/source-warn.ts';
import { subscriptionEnd } from './jobs/subscription-end.ts';
import { subscriptionFarewell } from './jobs/subscription-farewell.ts';
import { subscriptionRenew } from './jobs/subscription-renew.ts';

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

/** The handlers of the billing worker's jobs. */
export function billingHandlers(deps: {
  db: Knex;
  payments: Payments;
  store: ObjectStore;
  clock: Clock;
  publicUrl: string;
  operatorEmails: readonly string[];
  seller: Seller;
  failpoint?: Failpoint | null;
}): HandlersFor<'billing', JobContext> {
  return {
    'order.reconcile': orderReconcile(deps),
    'order.expire': orderExpire(deps),
    'order.charge': orderCharge(deps),
    'order.tell': orderTell(deps),
    'source.reconcile': sourceReconcile(deps),
    'source.warn': sourceWarn(deps),
    'refund.execute': refundExecute(deps),
    'invoice.issue': invoiceIssue(deps),
    'subscription.renew': subscriptionRenew(deps),
    'subscription.end': subscriptionEnd(deps),
    'renewal.warn': renewalWarn(deps),
    'subscription.farewell': subscriptionFarewell(deps),
  };
}
