import type { Order, PlanPriceResource, PlanResource } from '@diorama/shared/contract/billing.ts';
import { PLAN_NAMES, PLAN_PRICES, PLANS, type PlanName, type PlanPrice } from '@diorama/shared/plans.ts';
import type { OrderRow } from '@diorama/shared/server/db/orders.ts';

const CURRENCY = 'USD';
/** ISO 4217's number of the dollar. */
const CURRENCY_CODE = 840;

/** A price as it would be charged now. */
export function presentPlanPrice(price: PlanPrice, now: Date): PlanPriceResource {
  const renewDate = new Date(now);
  renewDate.setUTCMonth(renewDate.getUTCMonth() + price.months);
  const plan = PLANS[price.plan];
  return {
    '@id': `/api/defaults/plan-prices/${price.uuid}`,
    '@type': 'PlanPrice',
    uuid: price.uuid,
    plan: { '@id': `/api/plans/${plan.uuid}`, name: price.plan, displayName: plan.displayName },
    months: price.months,
    unitPrice: Math.round(price.price / price.months),
    price: price.price,
    discountedPrice: null,
    discountPercentage: null,
    renewDate: renewDate.toISOString(),
    currency: CURRENCY,
    paypalId: null,
  };
}

/** A plan with its prices. */
export function presentPlan(name: PlanName, now: Date): PlanResource {
  const plan = PLANS[name];
  const prices = PLAN_PRICES.filter((price) => price.plan === name);
  const unitPrice = (months: number) => {
    const price = prices.find((candidate) => candidate.months === months);
    return price ? Math.round(price.price / price.months) : null;
  };
  return {
    '@id': `/api/plans/${plan.uuid}`,
    '@type': 'Plan',
    uuid: plan.uuid,
    name,
    displayName: plan.displayName,
    nameInCapitalLetters: plan.displayName.toUpperCase(),
    level: plan.level,
    isPremium: plan.level > 0,
    features: { ...plan.features },
    prices: prices.map((price) => presentPlanPrice(price, now)),
    priceMonthly: unitPrice(1),
    priceYearly: unitPrice(12),
  };
}

/** All plans in their order. */
export function presentPlans(now: Date): PlanResource[] {
  return PLAN_NAMES.map((name) => presentPlan(name, now));
}

/** An order. */
export function presentOrder(row: OrderRow): Order {
  return {
    '@id': `/api/orders/${row.id}`,
    '@type': 'Order',
    uuid: row.id,
    account: `/api/accounts/${row.account_id}`,
    planPrice: `/api/defaults/plan-prices/${row.plan_price}`,
    type: 'plan',
    amount: row.amount,
    totalAmount: row.total_amount,
    currency: row.currency,
    currencyCode: CURRENCY_CODE,
    months: row.months,
    status: row.status,
    createdAt: row.created_at,
    token: row.client_token,
    provider: row.provider,
  };
}
