import { CodedError } from '../../contract/errors.ts';
import { holdReasonOf, type Money } from '../../domain/order.ts';
import type { PlanPrice } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { releaseUses } from './discount-uses.queries.ts';
import type { OrderRow } from './order-row.ts';
import { requestReconcile } from './order-turns.queries.ts';

/** Changes an order to the captured amount, so that it can be booked or refunded to the cent. */
export async function acceptCapturedAmount(trx: Knex, order: OrderRow, taken: Money): Promise<OrderRow> {
  const amount = Math.max(order.amount, taken.amount + order.credit);
  const [adopted] = await trx('orders')
    .where({ id: order.id })
    .update({
      amount,
      discount: amount - order.credit - taken.amount,
      total_amount: taken.amount,
      currency: taken.currency,
      updated_at: trx.fn.now(),
    })
    .returning('*');
  return adopted;
}

/**
 * Accepts a held order on behalf of an operator: for the captured amount, or for a price that is sold. The
 * reconciliation, which queries the provider again, decides the outcome.
 * @returns false where there is no such order
 * @throws CodedError `request.conflict` for an order that is not held
 */
export async function acceptHeld(
  db: Knex,
  { orderId, price }: { orderId: string; price: PlanPrice | null },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const order = await lockHeld(trx, orderId);
    if (order === null) {
      return false;
    }
    const reason = holdReasonOf(order);
    const taken = takenOf(order);
    if (reason === null || reason === 'refund' || (reason === 'price') !== (price !== null)) {
      throw new CodedError('request.conflict');
    }
    if (reason === 'amount' && taken !== null) {
      await acceptCapturedAmount(trx, order, taken);
    }
    if (price !== null) {
      await trx('orders')
        .where({ id: orderId })
        .update({ plan_price: price.uuid, months: price.months, updated_at: trx.fn.now() });
    }
    await requestReconcile(trx, { name: 'order.confirmed', orderId });
    return true;
  });
}

/** Refunds the full captured amount of a held order. @returns false for any other order */
export async function refuseHeld(trx: Knex, order: OrderRow): Promise<boolean> {
  const taken = takenOf(order);
  if (holdReasonOf(order) !== 'amount' || taken === null) {
    return false;
  }
  await acceptCapturedAmount(trx, order, taken);
  // Money for a superseded order is refunded when the reconciliation finds it.
  await trx('orders').where({ id: order.id }).update({ is_superseded: true });
  await releaseUses(trx, [order.id]);
  await requestReconcile(trx, { name: 'order.confirmed', orderId: order.id });
  return true;
}

async function lockHeld(trx: Knex, id: string): Promise<OrderRow | null> {
  return (await trx('orders').where({ id }).forNoKeyUpdate().first()) ?? null;
}

function takenOf({ taken_amount: amount, taken_currency: currency }: OrderRow): Money | null {
  return amount === null || currency === null ? null : { amount, currency };
}
