const CENTURY = 100;
const DAY_MS = 86_400_000;

/** Whether a card's last month ends within `days`, or has ended. */
export function expiresWithin(card: { expMonth: number; expYear: number }, now: Date, days: number): boolean {
  return endOfCard(card).getTime() <= now.getTime() + days * DAY_MS;
}

/** Time from which a card cannot be charged any more, after its last month. */
export function endOfCard({ expMonth, expYear }: { expMonth: number; expYear: number }): Date {
  return new Date(Date.UTC(fullYear(expYear), expMonth, 1));
}

/** A card's year with four digits; two digits belong to this century. */
export function fullYear(year: number): number {
  return year < CENTURY ? 2_000 + year : year;
}
