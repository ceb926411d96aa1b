import type { PlanPrice } from '../plans.ts';
import { discountedPrice, PROMOTION, type Promotion, priceLess } from './promotion.ts';
import { isUuid } from './uuid.ts';

/** What a code promises: so many per cent off some prices, for a while and so many times. */
export type DiscountTerms = {
  percentage: number;
  /** Uuids of the prices that it is off; null for every one. */
  planPrices: readonly string[] | null;
  startsAt: Date;
  /** The first moment at which it is over; null where it has no end. */
  endsAt: Date | null;
  /** Whether an operator has ended it. */
  isEnded: boolean;
  /** How often it may be used in all, and by one customer; null where nobody counts. */
  mostUses: number | null;
  mostUsesEach: number | null;
};

/** How often a code is used already: by all, and by the customer who asks. */
export type DiscountUses = { all: number; own: number };

/** Where a code stands, whoever asks. */
export type DiscountState = 'running' | 'planned' | 'over' | 'ended' | 'used-up';

/** Why a code takes nothing off an order; `promotion`: what runs for everybody takes as much or more. */
export type DiscountRefusal = 'unknown' | 'over' | 'used-up' | 'used' | 'price' | 'promotion';

/** Short ones are guessed. */
export const CODE_LENGTH = { least: 6, most: 40 } as const;
const CODE = /^[A-Z0-9]+(-[A-Z0-9]+)*$/;

/** A code as it is kept and compared, however somebody typed it. */
export function toCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** Whether an operator may give a code this name: letters, digits and single hyphens, and neither a uuid nor the promotion's. */
export function isCode(code: string): boolean {
  const isLong = code.length >= CODE_LENGTH.least && code.length <= CODE_LENGTH.most;
  return isLong && CODE.test(code) && !isUuid(code.toLowerCase()) && code !== toCode(PROMOTION.code);
}

/** Where a code stands at a moment. */
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

/** Why a code takes nothing off a price for a customer at a moment; null where it does. It never adds up with the promotion. */
export function judgeDiscount(
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
