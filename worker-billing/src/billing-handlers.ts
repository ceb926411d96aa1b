import type { Payments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { HandlersFor } from '@diorama/shared/server/jobs/worker.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import type { Clock } from '@diorama/shared/server/runtime/clock.ts';
import type { Seller } from '@diorama/shared/server/runtime/env.ts';
import type { Failpoint } from '@diorama/shared/server/runtime/failpoint.ts';
import { invoiceIssue } from './jobs/invoice-issue.ts';
import { orderCharge } from './jobs/order-charge.ts';
import { orderExpire } from './jobs/order-expire.ts';
import { orderNotifyHeld } from './jobs/order-notify-held.ts';
import { orderReconcile } from './jobs/order-reconcile.ts';
import { paymentMethodNotifyExpiring } from './jobs/payment-method-notify-expiring.ts';
import { refundExecute } from './jobs/refund-execute.ts';
import { renewalNotifyFailed } from './jobs/renewal-notify-failed.ts';
import { sourceReconcile } from './jobs/source-reconcile.ts';
import { subscriptionEnd } from './jobs/subscription-end.ts';
import { subscriptionNotifyEnded } from './jobs/subscription-notify-ended.ts';
import { subscriptionRenew } from './jobs/subscription-renew.ts';

/** The handlers of the billing worker's jobs. */
export function billingJobHandlers(deps: {
  db: Knex;
  payments: Payments;
  store: ObjectStore;
  clock: Clock;
  publicUrl: string;
  operatorEmails: readonly string[];
  seller: Seller;
  failpoint?: Failpoint | null;
}): HandlersFor<'billing'> {
  return {
    'order.reconcile': orderReconcile(deps),
    'order.expire': orderExpire(deps),
    'order.charge': orderCharge(deps),
    'order.notify-held': orderNotifyHeld(deps),
    'source.reconcile': sourceReconcile(deps),
    'payment-method.notify-expiring': paymentMethodNotifyExpiring(deps),
    'refund.execute': refundExecute(deps),
    'invoice.issue': invoiceIssue(deps),
    'subscription.renew': subscriptionRenew(deps),
    'subscription.end': subscriptionEnd(deps),
    'renewal.notify-failed': renewalNotifyFailed(deps),
    'subscription.notify-ended': subscriptionNotifyEnded(deps),
  };
}
