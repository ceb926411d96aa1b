import { type PaidPeriod, SUBSCRIPTION_STATUS } from '../../domain/subscription.ts';
import type { PlanName } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { isInGroupSql } from './order-row.ts';

/** A workspace's subscription row; `now` is the database's time. */
export type SubscriptionRow = {
  id: string;
  owner_id: string;
  name: string;
  is_active: boolean;
  plan: PlanName;
  plan_price: string | null;
  plan_expires_at: string | null;
  subscription_status: 1 | 3 | 6;
  period_start: string | null;
  period_paid: number;
  credit: number;
  renew_at: string | null;
  renew_tries: number;
  last_order: string | null;
  has_failed_renewal: boolean;
  now: string;
};

/** Condition for a failed renewal without an attempt in progress; for the row with that alias. */
export const hasFailedRenewal = (account: string) => `(${account}.renew_tries > 0 and ${account}.is_active
  and ${account}.subscription_status = ${SUBSCRIPTION_STATUS.active} and ${account}.plan_expires_at <= now()
  and not exists (select 1 from orders o where o.account_id = ${account}.id and o.kind = 'renewal'
    and ${isInGroupSql('open')}))`;

const COLUMNS = `id, owner_id, name, is_active, plan, plan_price, plan_expires_at, subscription_status, period_start, period_paid,
  credit, renew_at, renew_tries, last_order, ${hasFailedRenewal('accounts')} as has_failed_renewal, now() as now`;

/** Locks a workspace's row, so that its payments are serialised; null when there is none. */
export async function lockSubscription(trx: Knex, accountId: string): Promise<SubscriptionRow | null> {
  const { rows } = await trx.raw<{ rows: SubscriptionRow[] }>(
    `select ${COLUMNS} from accounts where id = ? for no key update`,
    [accountId],
  );
  return rows[0] ?? null;
}

/** Current subscription of a workspace; null when there is none. */
export async function readSubscription(db: Knex, accountId: string): Promise<SubscriptionRow | null> {
  const { rows } = await db.raw<{ rows: SubscriptionRow[] }>(`select ${COLUMNS} from accounts where id = ?`, [
    accountId,
  ]);
  return rows[0] ?? null;
}

/** Paid period of a workspace. */
export function periodOf(row: SubscriptionRow | null): PaidPeriod {
  const date = (text: string | null | undefined) => (text ? new Date(text) : null);
  return {
    priceUuid: row?.plan_price ?? null,
    paid: row?.period_paid ?? 0,
    start: date(row?.period_start),
    end: date(row?.plan_expires_at),
    balance: row?.credit ?? 0,
  };
}
