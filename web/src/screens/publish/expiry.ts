const DAY = /^\d{4}-\d\d-\d\d$/;

/** Local date of a time, in the format of date fields; empty for null. */
export function dayOf(time: string | null): string {
  if (time === null) {
    return '';
  }
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Whether a date field's value is valid as an end: empty, or not in the past. */
export function isExpiry(day: string, today: string): boolean {
  return day === '' || (endOfDay(day) !== null && day >= today);
}

/** Whether a link with this end has expired. @param now - in milliseconds, by the server's clock */
export function isOver(expiresAt: string | null, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}

/** Local end of a day; null for an invalid date. */
export function endOfDay(day: string): string | null {
  const end = new Date(`${day}T23:59:59.999`);
  return DAY.test(day) && !Number.isNaN(end.getTime()) ? end.toISOString() : null;
}
