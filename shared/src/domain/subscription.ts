import type { PlanPrice } from '../plans.ts';
import { discountedPrice, type Promotion, priceLess } from './promotion.ts';

/** The states of a subscription, as the wire carries them; Free is always active. */
export const SUBSCRIPTION_STATUS = { active: 1, cancelled: 3, needsSync: 6 } as const;

/** What is left of the cheapest payment that card companies take, in cents; less is not asked for. */
export const LEAST_CHARGE = 50;

const DAY_MS = 86_400_000;
/** When a renewal is tried, in days after the end of what was paid for. */
const RENEWAL_DAYS = [0, 1, 3, 5] as const;
/** So many tries are made in all, with those that its owner asks for by choosing another card. */
const MOST_TRIES = 12;
/** A workspace keeps its plan for so many days while its renewal fails. */
export const GRACE_DAYS = 7;

/** What a workspace has paid for: `paid` cents of value for the time from `start` to `end`, and what it is owed. */
export type PaidPeriod = {
  priceUuid: string | null;
  paid: number;
  start: Date | null;
  end: Date | null;
  /** Cents that earlier changes of plan left over. */
  balance: number;
};

/** What an order comes to, in cents: `total` is charged, which is `amount` less the other two. */
export type Quote = { amount: number; discount: number; credit: number; total: number };

/** The share of what was paid that is for the time still to come, in cents, rounded down. */
export function unusedValue({ paid, start, end }: PaidPeriod, now: Date): number {
  if (start === null || end === null || end <= now || end <= start) {
    return 0;
  }
  const left = Math.min(1, (end.getTime() - now.getTime()) / (end.getTime() - start.getTime()));
  return Math.floor(paid * left);
}

/** What a workspace could set against a price: what earlier changes left over, and, if it changes, what it has not used. */
export function creditFor(priceUuid: string, period: PaidPeriod, now: Date): number {
  return period.balance + (period.priceUuid === priceUuid ? 0 : unusedValue(period, now));
}

/**
 * What a price comes to for a workspace at a moment: less a code's percentage or else the promotion, less what it has paid for
 * and not used. The same price again makes the time longer, so nothing of it is given back.
 * @param options.percentage - of a code that is good for this order; it takes the promotion's place
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
  const total = rest < LEAST_CHARGE ? 0 : rest;
  return { amount: price.price, discount: price.price - credit - total, credit, total };
}

/** A renewal on its way: the end of what was paid for, and how often it was tried. */
export type Renewal = { end: Date; tries: number };

/** The moment until which a workspace keeps its plan while its renewal fails. */
export function endOfGrace(end: Date): Date {
  return new Date(end.getTime() + GRACE_DAYS * DAY_MS);
}

/** Whether a renewal may be tried once more; the first try is made however late it comes. */
export function canRetry({ end, tries }: Renewal, now: Date): boolean {
  return tries === 0 || (tries < MOST_TRIES && now < endOfGrace(end));
}

/** When a renewal is tried next by itself; null where it is not. */
export function nextRenewal(renewal: Renewal, now: Date): Date | null {
  if (!canRetry(renewal, now)) {
    return null;
  }
  const moments = RENEWAL_DAYS.map((days) => new Date(renewal.end.getTime() + days * DAY_MS));
  return moments.find((moment) => moment > now) ?? null;
}
