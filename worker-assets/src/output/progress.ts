/** Receives the progress of some work, 0 to 1. */
export type Progress = (share: number) => void;

/** Maps the progress of a part to the range that it has in the whole. */
export function progressOfPart(
  progress: Progress | undefined,
  [from, to]: readonly [number, number],
): Progress {
  return (share) => progress?.(from + (to - from) * share);
}
