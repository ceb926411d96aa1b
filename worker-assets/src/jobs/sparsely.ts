/** Change that is always reported. */
const STEP_PERCENT = 5;
/** Least interval for smaller changes. */
const EVERY_MS = 1_000;

/**
 * Throttles reports of progress in whole per cent: every five per cent, and otherwise at most once a second.
 */
export function sparsely(
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
