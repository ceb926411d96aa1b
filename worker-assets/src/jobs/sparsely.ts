/** So many per cent are told at once. */
const STEP_PERCENT = 5;
/** Less than that is told so often. */
const EVERY_MS = 1_000;

/**
 * Tells how far something is, in whole per cent, only as often as is worth writing down: every five per cent, and else
 * once a second at most.
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
