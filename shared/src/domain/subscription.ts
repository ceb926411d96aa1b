import type { PlanPrice } from '../plans.ts';
import { discountedPrice, type Promotion, priceLess } from './promotion.ts';

/** States of a subscription, as the API numbers them; Free is always active. */
export const SUBSCRIPTION_STATUS = { active: 1, cancelled: 3, needsSync: 6 } as const;

/** Smallest amount that is charged, in cents: the minimum of card networks. */
export const MIN_CHARGE = 50;

const DAY_MS = 86_400_000;
/** Renewal attempts, in days after the end of the paid period. */
const RENEWAL_DAYS = [0, 1, 3, 5] as const;
/** Maximum number of attempts, including those after the owner chose another card. */
const MAX_TRIES = 12;
/** Days that a workspace keeps its plan while its renewal fails. */
export const GRACE_DAYS = 7;

/** Paid period of a workspace: `paid` cents for the time from `start` to `end`, and its credit. */
export type PaidPeriod = {
  priceUuid: string | null;
  paid: number;
  start: Date | null;
  end: Date | null;
  /** Credit in cents from earlier plan changes. */
  balance: number;
};

/** Price of an order in cents: `total` is charged, which is `amount` less the other two. */
export type Quote = { amount: number; discount: number; credit: number; total: number };

/** Value of the unused part of the paid period, in cents, rounded down. */
export function unusedValue({ paid, start, end }: PaidPeriod, now: Date): number {
  if (start === null || end === null || end <= now || end <= start) {
    return 0;
  }
  const left = Math.min(1, (end.getTime() - now.getTime()) / (end.getTime() - start.getTime()));
  return Math.floor(paid * left);
}

/**
 * Credit of a workspace towards a price: the credit of earlier changes and, for a plan change, the unused
 * value.
 */
export function creditFor(priceUuid: string, period: PaidPeriod, now: Date): number {
  return period.balance + (period.priceUuid === priceUuid ? 0 : unusedValue(period, now));
}

/**
 * Price of an order for a workspace at `now`: less a code's percentage or else the promotion, less the unused
 * paid value. The same price again extends the period, so none of it is credited.
 * @param options.percentage - of a code that is valid for this order; it replaces the promotion
 */
export function quote(options: {
  price: PlanPrice;
  promotion: Promotion | null;
  percentage?: number | null;
  period: PaidPeriod;
  now: Date;
}): Quote {
  const { price, promotion, percentage = null, period, now } = options;
  const reduced =
    percentage === null ? (discountedPrice(price, promotion) ?? price.price) : priceLess(price, percentage);
  const credit = Math.min(reduced, creditFor(price.uuid, period, now));
  const rest = reduced - credit;
  const total = rest < MIN_CHARGE ? 0 : rest;
  return { amount: price.price, discount: price.price - credit - total, credit, total };
}

/** A pending renewal: the end of the paid period, and the number of attempts. */
export type Renewal = { end: Date; tries: number };

/** Time until which a workspace keeps its plan while its renewal fails. */
export function endOfGrace(end: Date): Date {
  return new Date(end.getTime() + GRACE_DAYS * DAY_MS);
}

/** Whether a renewal may be attempted again; the first attempt is allowed at any time. */
export function canRetryRenewal({ end, tries }: Renewal, now: Date): boolean {
  return tries === 0 || (tries < MAX_TRIES && now < endOfGrace(end));
}

/** Time of the next automatic renewal attempt; null without one. */
export function nextRenewal(renewal: Renewal, now: Date): Date | null {
  if (!canRetryRenewal(renewal, now)) {
    return null;
  }
  const moments = RENEWAL_DAYS.map((days) => new Date(renewal.end.getTime() + days * DAY_MS));
  return moments.find((moment) => moment > now) ?? null;
}
