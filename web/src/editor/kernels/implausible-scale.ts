/** Plausible width of a scene to walk through, in metres. */
const WALKABLE = { least: 1, most: 5000 } as const;

/** Whether a width in metres suggests a file in another unit. An empty scene is not implausible. */
export function isImplausibleScale(across: number): boolean {
  return across > 0 && (across < WALKABLE.least || across > WALKABLE.most);
}
