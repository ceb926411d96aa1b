/** Same day of a later month in UTC, or the last day of a shorter month, like PostgreSQL intervals. */
export function addMonths(from: Date, months: number): Date {
  const later = new Date(from);
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== from.getUTCDate()) {
    // Day 0 is the last day of the month before.
    later.setUTCDate(0);
  }
  return later;
}
