import type { PlanPrice } from '../plans.ts';

/** An operator's promotion: per cent off until a date. */
export type Promotion = { end: string; discount: number };

/**
 * Discount for every customer. The uuid is fixed, so that an order can reference it; it applies to the yearly
 * price of Pro.
 */
export const PROMOTION = { uuid: '01900000-0000-7000-8000-000000000301', code: 'promotion' } as const;

/** Plan and cycle that the promotion applies to. */
export const PROMOTED = { plan: 'pro', months: 12 } as const satisfies Pick<PlanPrice, 'plan' | 'months'>;

const PERCENT = 100;

/** Whether a name is the promotion's uuid or its code in any case. */
export function isPromotion(name: string): boolean {
  return [PROMOTION.uuid, PROMOTION.code].some((known) => known === name.toLowerCase());
}

/** The promotion while it runs; null after its end. */
export function runningPromotion(promo: Promotion | null, now: Date): Promotion | null {
  return promo !== null && new Date(promo.end) > now ? promo : null;
}

/**
 * Price during a promotion. The payer is promised at least the promotion's percentage off.
 * @returns cents; `null` for a price that the promotion does not apply to.
 */
export function discountedPrice(price: PlanPrice, promotion: Promotion | null): number | null {
  if (promotion === null || price.plan !== PROMOTED.plan || price.months !== PROMOTED.months) {
    return null;
  }
  return priceLess(price, promotion.discount);
}

/** Price less a percentage, in cents, rounded down. */
export function priceLess({ price }: PlanPrice, percentage: number): number {
  return Math.floor((price * (PERCENT - percentage)) / PERCENT);
}

/** Time left of a promotion. */
export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/**
 * Time until `end` in whole seconds; null once it has passed.
 * @param end - milliseconds of the epoch, as is `now`
 */
export function promotionTimeLeft(end: number, now: number): TimeLeft | null {
  const total = Math.ceil((end - now) / SECOND_MS);
  if (!(total > 0)) {
    return null;
  }
  return {
    days: Math.floor(total / DAY_S),
    hours: Math.floor((total % DAY_S) / HOUR_S),
    minutes: Math.floor((total % HOUR_S) / MINUTE_S),
    seconds: total % MINUTE_S,
  };
}

/** Countdown text: days, then two digits each, `3:04:05:06`. */
export function writeTimeLeft({ days, hours, minutes, seconds }: TimeLeft): string {
  return [String(days), ...[hours, minutes, seconds].map((part) => String(part).padStart(2, '0'))].join(':');
}
