const CENTURY = 100;
const DAY_MS = 86_400_000;

/** Whether a card's last month ends within so many days, or has ended. */
export function expiresWithin(card: { expMonth: number; expYear: number }, now: Date, days: number): boolean {
  return endOfCard(card).getTime() <= now.getTime() + days * DAY_MS;
}

/** The moment from which a card cannot be charged any more: its last month has ended. */
export function endOfCard({ expMonth, expYear }: { expMonth: number; expYear: number }): Date {
  return new Date(Date.UTC(fullYear(expYear), expMonth, 1));
}

/** A card's year in four digits: two are those of this century. */
export function fullYear(year: number): number {
  return year < CENTURY ? 2_000 + year : year;
}
