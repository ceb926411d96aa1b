/** Days until a trashed scene is deleted. */
export const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Days that a trashed scene has left, from 1 to {@link KEPT_DAYS}.
 * @param now time in milliseconds. It may be earlier than the deletion, as pages update it only now and then and the
 *   clocks of browser and server differ.
 */
export function trashDaysLeft(deletedAt: Date, now: number): number {
  const days = Math.ceil(KEPT_DAYS - (now - deletedAt.getTime()) / DAY_MS);
  return Math.min(KEPT_DAYS, Math.max(1, days));
}
