/** Is told how much of some work is done, 0 to 1. */
export type Progress = (share: number) => void;

/** Tells of a part of some work as of the whole: the part begins at one share of it and ends at another. */
export function partOf(progress: Progress | undefined, [from, to]: readonly [number, number]): Progress {
  return (share) => progress?.(from + (to - from) * share);
}
