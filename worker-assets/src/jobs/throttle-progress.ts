/** Step that is always reported, in percent. */
const STEP_PERCENT = 5;
/** Interval between reports of smaller steps, in milliseconds. */
const EVERY_MS = 1_000;

/**
 * Throttles progress in whole percent, to save database writes. Reports every five percent, and smaller steps
 * at most once per second.
 */
export function throttleProgress(
  tell: (percent: number) => unknown,
  now: () => number = () => performance.now(),
): (percent: number) => void {
  let [told, toldAt] = [0, now()];
  return (share) => {
    const percent = Math.floor(share);
    const isWorthIt = percent >= told + STEP_PERCENT || (percent > told && now() >= toldAt + EVERY_MS);
    if (isWorthIt) {
      [told, toldAt] = [percent, now()];
      tell(percent);
    }
  };
}
