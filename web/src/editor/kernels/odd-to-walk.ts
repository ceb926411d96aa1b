/** What is smaller or larger than this across, in metres, is hardly meant to be walked through. */
const WALKABLE = { least: 1, most: 5000 } as const;

/** Whether something so many metres across was probably not made in metres; nothing at all is no oddity. */
export function isOddToWalk(across: number): boolean {
  return across > 0 && (across < WALKABLE.least || across > WALKABLE.most);
}
