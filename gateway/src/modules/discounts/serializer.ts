import type { Discount, OperatorDiscount } from '@diorama/shared/contract/discounts.ts';
import { stateOf } from '@diorama/shared/domain/discount.ts';
import { discountedPrice, PROMOTION, type Promotion } from '@diorama/shared/domain/promotion.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { type DiscountRow, termsOf } from '@diorama/shared/server/billing/discounts.ts';
import { iriOfPrice } from '../billing/serializer.ts';

const iriOf = (uuid: string) => `/api/discounts/${uuid}`;

/** The promotion with its prices. */
export function serializePromotion(promotion: Promotion): Discount {
  return {
    '@id': iriOf(PROMOTION.uuid),
    '@type': 'Discount',
    uuid: PROMOTION.uuid,
    code: PROMOTION.code,
    discountPercentage: promotion.discount,
    endsAt: new Date(promotion.end).toISOString(),
    planPrices: PLAN_PRICES.filter((price) => discountedPrice(price, promotion) !== null).map(iriOfPrice),
  };
}

/** A code as presented to its users. */
export function serializeDiscount(row: DiscountRow): Discount {
  const { plan_prices: only } = row;
  return {
    '@id': iriOf(row.id),
    '@type': 'Discount',
    uuid: row.id,
    code: row.code,
    discountPercentage: row.percentage,
    endsAt: row.ends_at,
    planPrices: PLAN_PRICES.filter(({ uuid }) => only === null || only.includes(uuid)).map(iriOfPrice),
  };
}

/** A code as presented to operators at a moment. */
export function serializeOperatorDiscount(row: DiscountRow, now: Date): OperatorDiscount {
  return {
    '@id': iriOf(row.id),
    '@type': 'OperatorDiscount',
    uuid: row.id,
    code: row.code,
    discountPercentage: row.percentage,
    planPrices: row.plan_prices?.map((uuid) => iriOfPrice({ uuid })) ?? null,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    endedAt: row.ended_at,
    mostUses: row.most_uses,
    mostUsesEach: row.most_uses_each,
    uses: row.uses,
    state: stateOf(termsOf(row), row.uses, now),
    createdAt: row.created_at,
  };
}
