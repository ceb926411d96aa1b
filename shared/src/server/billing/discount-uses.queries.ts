import { type CodedError, invalidField } from '../../contract/errors.ts';
import { type DiscountRefusal, type DiscountUses, validateDiscount } from '../../domain/discount.ts';
import type { Promotion } from '../../domain/promotion.ts';
import type { PlanPrice } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { type DiscountRow, termsOf } from './discounts.ts';
import { isInGroupSql, type OrderRow } from './order-row.ts';

/** User of a code: a workspace, and its owner, whose uses in other workspaces count too. */
export type DiscountUser = { accountId: string; ownerId: string };

type QuoteRequest = { user: DiscountUser; price: PlanPrice; promotion: Promotion | null; now: Date };

/** Error for a discount that does not apply. */
export function invalidDiscount(refusal: DiscountRefusal): CodedError {
  return invalidField('discount', `order.discount.${refusal}`);
}

/**
 * Checks whether a code would apply to a new order that supersedes the unpaid ones. An open order for the
 * same price with this code keeps its amount.
 * @throws CodedError `request.invalid` where it would not apply
 */
export async function assertQuotable(db: Knex, discount: DiscountRow, request: QuoteRequest): Promise<void> {
  const same = {
    account_id: request.user.accountId,
    plan_price: request.price.uuid,
    discount_id: discount.id,
  };
  const waiting = await db('orders').where(same).whereRaw(isInGroupSql('open', 'orders')).first('id');
  if (waiting === undefined) {
    await assertUsable(db, discount, request);
  }
}

/**
 * Locks a code until the order that references it is written, so that two orders never share its last use.
 * Requires the workspace's lock.
 * @throws CodedError `request.invalid` where it does not apply to the order
 */
export async function lockDiscount(trx: Knex, id: string, request: QuoteRequest): Promise<DiscountRow> {
  const discount: DiscountRow = await trx('discounts').where({ id }).forNoKeyUpdate().first();
  await assertUsable(trx, discount, request);
  return discount;
}

/** Records the use of a code by an order; idempotent, and also beyond the maximum, as the order is paid. */
export async function holdUse(trx: Knex, order: OrderRow, ownerId: string): Promise<void> {
  if (order.discount_id === null) {
    return;
  }
  const { id: orderId, discount_id: discountId, account_id: accountId } = order;
  await trx.raw(
    `with held as (
       insert into discount_uses (discount_id, order_id, account_id, owner_id) values (?, ?, ?, ?)
       on conflict (order_id) do nothing returning discount_id)
     update discounts d set uses = d.uses + 1 from held where d.id = held.discount_id`,
    [discountId, orderId, accountId, ownerId],
  );
}

/**
 * Releases the uses of orders that will not activate a plan: they are superseded, expired and not payable at
 * their provider either, or refunded before the payment was recorded. Uses of paid orders stay, also after a
 * refund.
 */
export async function releaseUses(trx: Knex, orderIds: readonly string[]): Promise<void> {
  await trx.raw(
    `with gone as (
       delete from discount_uses u using orders o where o.id = any(?::uuid[]) and u.order_id = o.id
         and ${isInGroupSql('unused')}
       returning u.discount_id),
     counted as (select discount_id, count(*)::int as total from gone group by discount_id),
     locked as (select d.id from discounts d where d.id in (select discount_id from counted) order by d.id for no key update)
     update discounts d set uses = d.uses - c.total from counted c, locked l where d.id = c.discount_id and l.id = d.id`,
    [[...orderIds]],
  );
}

/** @throws CodedError `request.invalid` for a code that does not apply now */
async function assertUsable(db: Knex, discount: DiscountRow, request: QuoteRequest): Promise<void> {
  const refusal = validateDiscount(termsOf(discount), {
    ...request,
    uses: await countUses(db, discount, request.user),
  });
  if (refusal !== null) {
    throw invalidDiscount(refusal);
  }
}

/** Uses by the customer's own unpaid orders do not count, as a new order supersedes them. */
async function countUses(db: Knex, discount: DiscountRow, user: DiscountUser): Promise<DiscountUses> {
  const { rows } = await db.raw<{ rows: { own: number; waiting: number }[] }>(
    `select count(*) filter (where not waits.so)::int as own, count(*) filter (where waits.so)::int as waiting
     from discount_uses u left join orders o on o.id = u.order_id,
       lateral (select coalesce(o.account_id = ? and ${isInGroupSql('replaceable')}, false) as so) waits
     where u.discount_id = ? and (u.account_id = ? or u.owner_id = ?)`,
    [user.accountId, discount.id, user.accountId, user.ownerId],
  );
  const { own = 0, waiting = 0 } = rows[0] ?? {};
  return { all: discount.uses - waiting, own };
}
