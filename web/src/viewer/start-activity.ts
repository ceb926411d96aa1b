/** Something that a visitor does in a scene until they stop, such as walking through it. */
export type Activity = { dispose(): void };

/**
 * Fetches what an activity needs and begins it.
 * @param onFailed - it could not be fetched: the scene stays as it is to look at
 * @returns what ends it, begun or not
 */
export function startActivity(load: () => Promise<Activity>, onFailed: () => void): () => void {
  let isOver = false;
  let activity: Activity | null = null;
  const end = () => {
    isOver = true;
    activity?.dispose();
    activity = null;
  };
  load().then(
    (begun) => {
      if (isOver) {
        begun.dispose();
      } else {
        activity = begun;
      }
    },
    () => {
      if (!isOver) {
        onFailed();
      }
    },
  );
  return end;
}
