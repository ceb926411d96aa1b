type Price = { months: number; price: number; discountedPrice: number | null };

/** A plan's yearly price per month, in cents, and the share that it saves of twelve monthly ones; null if not sold. */
export function yearlyOffer(prices: readonly Price[]): { unit: number; saving: number } | null {
  const yearly = prices.find(({ months }) => months === 12);
  if (yearly === undefined) {
    return null;
  }
  const total = yearly.discountedPrice ?? yearly.price;
  const monthly = prices.find(({ months }) => months === 1)?.price ?? 0;
  const saving = monthly === 0 ? 0 : Math.max(0, 1 - total / (monthly * yearly.months));
  return { unit: Math.round(total / yearly.months), saving };
}
