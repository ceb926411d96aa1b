import type { discountRoutes } from '@diorama/shared/contract/discounts.ts';
import { CodedError, type UntranslatedViolation } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import { stateOf } from '@diorama/shared/domain/discount.ts';
import { isPromotion, runningPromotion } from '@diorama/shared/domain/promotion.ts';
import { findPlanPrice } from '@diorama/shared/plans.ts';
import {
  createDiscount,
  endDiscount,
  findDiscount,
  listDiscounts,
  termsOf,
} from '@diorama/shared/server/billing/discounts.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { serializeDiscount, serializeOperatorDiscount, serializePromotion } from './serializer.ts';

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
      if (row === null || stateOf(termsOf(row), row.uses, clock.now()) !== 'running') {
        throw new CodedError('request.not-found');
      }
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
      logger.info({ discountId: row.id, userId: actor.userId }, 'an operator makes a discount code');
      return serializeOperatorDiscount(row, clock.now());
    },

    endDiscount: async ({ params }, { actor }) => {
      const row = await endDiscount(db, params.id);
      if (row === null) {
        throw new CodedError('request.not-found');
      }
      logger.info({ discountId: row.id, userId: actor.userId }, 'an operator ends a discount code');
      return serializeOperatorDiscount(row, clock.now());
    },
  };
}

/** Violations of a new code beyond the schema. */
function findViolations(body: NewDiscount, startsAt: string, now: Date): UntranslatedViolation[] {
  const violations: UntranslatedViolation[] = [];
  if (body.planPrices?.some((uuid) => findPlanPrice(uuid) === undefined)) {
    violations.push({
      propertyPath: 'planPrices',
      code: 'discount.price',
      message: 'There is no such price',
    });
  }
  if (body.endsAt && (new Date(body.endsAt) <= now || new Date(body.endsAt) <= new Date(startsAt))) {
    violations.push({
      propertyPath: 'endsAt',
      code: 'discount.end',
      message: 'It would be over before it begins',
    });
  }
  return violations;
}
