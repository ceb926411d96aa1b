/** The same day so many months later, or the last of that month where it is shorter, as PostgreSQL counts them; in UTC. */
export function addMonths(from: Date, months: number): Date {
  const later = new Date(from);
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== from.getUTCDate()) {
    // Day 0 is the last of the month before.
    later.setUTCDate(0);
  }
  return later;
}
