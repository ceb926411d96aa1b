import { z } from 'zod';
import { CODE_LENGTH, isCode, toCode } from '../domain/discount.ts';
import { defineRoutes } from './define.ts';
import { iri, time } from './fields.ts';
import { collection, listQuery, ref, resource } from './hydra.ts';
import { ruleText } from './rule-text.ts';

/** A percentage off some prices, for a limited time. */
export const discount = resource('Discount', {
  code: z.string(),
  discountPercentage: z.number(),
  /** `null` for a discount without an end. */
  endsAt: time.nullable(),
  planPrices: z.array(iri),
});
export type Discount = z.output<typeof discount>;

/** Identifies a discount: the last part of an iri, a uuid, or a code as typed. */
export const discountName = z
  .string()
  .max(200)
  .transform((value) => value.slice(value.lastIndexOf('/') + 1).trim())
  .pipe(z.string().min(1).max(CODE_LENGTH.most));

const uses = z.number().int().nonnegative();
const mostUses = z.number().int().min(1).max(1_000_000);
const percentage = z.number().int().min(1).max(100);

/** A code as operators see it: its terms, and how often it was used. */
export const operatorDiscount = resource('OperatorDiscount', {
  code: z.string(),
  discountPercentage: percentage,
  /** `null` for every price. */
  planPrices: z.array(iri).nullable(),
  startsAt: time,
  endsAt: time.nullable(),
  endedAt: time.nullable(),
  mostUses: mostUses.nullable(),
  mostUsesEach: mostUses.nullable(),
  /** Orders that are paid, and open orders that may still be paid. */
  uses,
  state: z.enum(['running', 'planned', 'over', 'ended', 'used-up']),
  createdAt: time,
});
export type OperatorDiscount = z.output<typeof operatorDiscount>;

export const discountRoutes = defineRoutes({
  getDiscount: {
    route: 'GET /api/discounts/{id}',
    auth: 'none',
    summary:
      'Returns the promotion or a discount code by uuid or code. Unknown, expired and used-up discounts answer 404.',
    params: z.object({ id: discountName }),
    response: discount,
    errors: ['request.not-found'],
    limit: 'discounts',
  },
  listDiscounts: {
    route: 'GET /api/operators/discounts',
    auth: 'operator',
    summary: 'Lists the discount codes, newest first.',
    query: z.object(listQuery),
    response: collection(operatorDiscount.partial().required({ '@id': true, '@type': true, uuid: true })),
    errors: ['security.not-allowed'],
  },
  createDiscount: {
    route: 'POST /api/operators/discounts',
    auth: 'operator',
    summary:
      'Creates a discount code: a percentage off some or all prices, once per customer by default. Its terms cannot be changed.',
    status: 201,
    body: z.object({
      code: z.string().max(200).transform(toCode).refine(isCode, ruleText('rule.discount-code')),
      discountPercentage: percentage,
      /** Absent or `null` for every price. */
      planPrices: z.array(ref).min(1).max(50).nullish(),
      /** Defaults to now. */
      startsAt: time.nullish(),
      endsAt: time.nullish(),
      mostUses: mostUses.nullish(),
      /** Maximum uses by one customer across all workspaces: one by default, unlimited for `null`. */
      mostUsesEach: mostUses.nullish(),
    }),
    response: operatorDiscount,
    errors: ['security.not-allowed'],
    idempotent: 'caller',
  },
  endDiscount: {
    route: 'POST /api/operators/discounts/{id}/end',
    auth: 'operator',
    summary: 'Ends a discount code permanently. Orders that use it keep their discount.',
    response: operatorDiscount,
    errors: ['security.not-allowed', 'request.not-found'],
  },
});
