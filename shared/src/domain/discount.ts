import type { PlanPrice } from '../plans.ts';
import { discountedPrice, PROMOTION, type Promotion, priceLess } from './promotion.ts';
import { isUuid } from './uuid.ts';

/** Terms of a code: a percentage off some prices, for a limited time and number of uses. */
export type DiscountTerms = {
  percentage: number;
  /** Uuids of the prices that it applies to; null for all. */
  planPrices: readonly string[] | null;
  startsAt: Date;
  /** Time at which it ends, exclusive; null without an end. */
  endsAt: Date | null;
  /** Whether an operator has ended it. */
  isEnded: boolean;
  /** Maximum uses in total and by one customer; null for unlimited. */
  mostUses: number | null;
  mostUsesEach: number | null;
};

/** Number of past uses: in total, and by the requesting customer. */
export type DiscountUses = { all: number; own: number };

/** State of a code, independent of the customer. */
export type DiscountState = 'running' | 'planned' | 'over' | 'ended' | 'used-up';

/**
 * Reason why a code does not apply to an order; `promotion`: the running promotion takes off as much or more.
 */
export type DiscountRefusal = 'unknown' | 'over' | 'used-up' | 'used' | 'price' | 'promotion';

/** Length limits of a code in characters; shorter ones can be guessed. */
export const CODE_LENGTH = { least: 6, most: 40 } as const;
const CODE = /^[A-Z0-9]+(-[A-Z0-9]+)*$/;

/** Normalised form of a code, as stored and compared. */
export function toCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/**
 * Whether a code is valid: letters, digits and single hyphens, and neither a uuid nor the promotion's code.
 */
export function isCode(code: string): boolean {
  const isLong = code.length >= CODE_LENGTH.least && code.length <= CODE_LENGTH.most;
  return isLong && CODE.test(code) && !isUuid(code.toLowerCase()) && code !== toCode(PROMOTION.code);
}

/** State of a code at `now`. */
export function stateOf(terms: DiscountTerms, uses: number, now: Date): DiscountState {
  if (terms.isEnded) {
    return 'ended';
  }
  if (terms.endsAt !== null && terms.endsAt <= now) {
    return 'over';
  }
  if (terms.mostUses !== null && uses >= terms.mostUses) {
    return 'used-up';
  }
  return terms.startsAt > now ? 'planned' : 'running';
}

const REFUSALS: Readonly<Record<DiscountState, DiscountRefusal | null>> = {
  running: null,
  planned: 'unknown',
  over: 'over',
  ended: 'over',
  'used-up': 'used-up',
};

/**
 * Reason why a code does not apply to a price for a customer at `now`; null where it applies. It never
 * combines with the promotion.
 */
export function validateDiscount(
  terms: DiscountTerms,
  order: { price: PlanPrice; promotion: Promotion | null; uses: DiscountUses; now: Date },
): DiscountRefusal | null {
  const { price, promotion, uses, now } = order;
  const refusal = REFUSALS[stateOf(terms, uses.all, now)];
  if (refusal !== null) {
    return refusal;
  }
  if (terms.mostUsesEach !== null && uses.own >= terms.mostUsesEach) {
    return 'used';
  }
  if (terms.planPrices !== null && !terms.planPrices.includes(price.uuid)) {
    return 'price';
  }
  const reduced = discountedPrice(price, promotion);
  return reduced !== null && reduced <= priceLess(price, terms.percentage) ? 'promotion' : null;
}
