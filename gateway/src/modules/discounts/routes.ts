import type { Discount, discountRoutes, OperatorDiscount } from '@diorama/shared/contract/discounts.ts';
import {
  assertFound,
  CodedError,
  existing,
  type UntranslatedViolation,
} from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import { stateOf } from '@diorama/shared/domain/discount.ts';
import {
  discountedPrice,
  isPromotion,
  PROMOTION,
  type Promotion,
  runningPromotion,
} from '@diorama/shared/domain/promotion.ts';
import { findPlanPrice, PLAN_PRICES } from '@diorama/shared/plans.ts';
import {
  createDiscount,
  type DiscountRow,
  endDiscount,
  findDiscount,
  listDiscounts,
  termsOf,
} from '@diorama/shared/server/billing/discounts.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { iriOfPrice } from '../billing/serializer.ts';
import { pageOf, serializePage } from '../pagination.ts';

const iriOf = (uuid: string) => `/api/discounts/${uuid}`;

type NewDiscount = InputOf<'createDiscount'>['body'];

/** Discounts: by the promotion, and by codes that operators create, list and end. */
export function discountHandlers(deps: Deps): HandlersOf<typeof discountRoutes> {
  const { db, env, clock, logger } = deps;

  return {
    getDiscount: async ({ params }) => {
      const promotion = runningPromotion(env.promo, clock.now());
      if (isPromotion(params.id) && promotion !== null) {
        return serializePromotion(promotion);
      }
      const row = await findDiscount(db, params.id);
      assertFound(row !== null && stateOf(termsOf(row), row.uses, clock.now()) === 'running');
      return serializeDiscount(row);
    },

    listDiscounts: async ({ query }) => {
      const { rows, total } = await listDiscounts(db, pageOf(query));
      const items = rows.map((row) => serializeOperatorDiscount(row, clock.now()));
      return serializePage('/api/operators/discounts', query, { items, total });
    },

    createDiscount: async ({ body }, { actor }) => {
      const startsAt = body.startsAt ?? clock.now().toISOString();
      const violations = findViolations(body, startsAt, clock.now());
      if (violations.length > 0) {
        throw new CodedError('request.invalid', { violations });
      }
      const row = await createDiscount(db, {
        code: body.code,
        percentage: body.discountPercentage,
        plan_prices: body.planPrices ?? null,
        starts_at: startsAt,
        ends_at: body.endsAt ?? null,
        most_uses: body.mostUses ?? null,
        most_uses_each: body.mostUsesEach === undefined ? 1 : body.mostUsesEach,
        created_by: actor.userId,
      });
      logger.info({ discountId: row.id, userId: actor.userId }, 'discount code created by operator');
      return serializeOperatorDiscount(row, clock.now());
    },

    endDiscount: async ({ params }, { actor }) => {
      const row = existing(await endDiscount(db, params.id));
      logger.info({ discountId: row.id, userId: actor.userId }, 'discount code ended by operator');
      return serializeOperatorDiscount(row, clock.now());
    },
  };
}

/** Violations of a new code beyond the schema. */
function findViolations(body: NewDiscount, startsAt: string, now: Date): UntranslatedViolation[] {
  const violations: UntranslatedViolation[] = [];
  if (body.planPrices?.some((uuid) => findPlanPrice(uuid) === undefined)) {
    violations.push({ propertyPath: 'planPrices', code: 'discount.price' });
  }
  if (body.endsAt && (new Date(body.endsAt) <= now || new Date(body.endsAt) <= new Date(startsAt))) {
    violations.push({ propertyPath: 'endsAt', code: 'discount.end' });
  }
  return violations;
}

/** The promotion with its prices. */
function serializePromotion(promotion: Promotion): Discount {
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
function serializeDiscount(row: DiscountRow): Discount {
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
function serializeOperatorDiscount(row: DiscountRow, now: Date): OperatorDiscount {
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
