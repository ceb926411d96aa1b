const DAY = /^\d{4}-\d\d-\d\d$/;

/** The day of a moment where the person is, as date fields have it; empty for none. */
export function dayOf(time: string | null): string {
  if (time === null) {
    return '';
  }
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Whether a link may end on what stands in a date field: on no day, or one that is not over. */
export function isExpiry(day: string, today: string): boolean {
  return day === '' || (endOfDay(day) !== null && day >= today);
}

/** Whether a link with such an end is over. @param now - in milliseconds, by the server's clock */
export function isOver(expiresAt: string | null, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}

/** The end of a day where the person is; null for what is no day. */
export function endOfDay(day: string): string | null {
  const end = new Date(`${day}T23:59:59.999`);
  return DAY.test(day) && !Number.isNaN(end.getTime()) ? end.toISOString() : null;
}
