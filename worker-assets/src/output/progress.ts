/** Receives the completed share of some work, 0 to 1. */
export type Progress = (share: number) => void;

/** Maps the progress of a part to that of the whole. The part begins and ends at the given shares. */
export function partOf(progress: Progress | undefined, [from, to]: readonly [number, number]): Progress {
  return (share) => progress?.(from + (to - from) * share);
}
