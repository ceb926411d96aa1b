import type { PlanPrice } from '../plans.ts';

/** What an operator offers: per cent off until a date. */
export type Promotion = { end: string; discount: number };

/** The discount that everybody gets. Fixed, so that an order can name it; it is off the yearly price of Pro. */
export const PROMOTION = { uuid: '01900000-0000-7000-8000-000000000301', code: 'promotion' } as const;

const PERCENT = 100;

/** Whether somebody names the promotion, by its uuid or its code in any case. */
export function isPromotion(name: string): boolean {
  return [PROMOTION.uuid, PROMOTION.code].some((known) => known === name.toLowerCase());
}

/** The promotion while it runs; one that is over is none. */
export function runningPromotion(promo: Promotion | null, now: Date): Promotion | null {
  return promo !== null && new Date(promo.end) > now ? promo : null;
}

/**
 * What a price comes to while a promotion runs, as the payer is promised at least so many per cent less.
 * @returns cents; `null` for a price that it is not about.
 */
export function discountedPrice(price: PlanPrice, promotion: Promotion | null): number | null {
  if (promotion === null || price.plan !== 'pro' || price.months !== 12) {
    return null;
  }
  return priceLess(price, promotion.discount);
}

/** So many per cent less, in cents, rounded down. */
export function priceLess({ price }: PlanPrice, percentage: number): number {
  return Math.floor((price * (PERCENT - percentage)) / PERCENT);
}

/** What is left of a promotion. */
export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/**
 * The time until a moment, in whole seconds; null once it has come.
 * @param end - milliseconds of the epoch, as is `now`
 */
export function timeLeft(end: number, now: number): TimeLeft | null {
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

/** As a countdown shows it: days, then two digits each, `3:04:05:06`. */
export function writeTimeLeft({ days, hours, minutes, seconds }: TimeLeft): string {
  return [String(days), ...[hours, minutes, seconds].map((part) => String(part).padStart(2, '0'))].join(':');
}
