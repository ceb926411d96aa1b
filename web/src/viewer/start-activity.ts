/** An activity of a visitor in a scene, such as walking through it. */
export type Activity = { dispose(): void };

/**
 * Fetches an activity's code and starts it.
 * @param onFailed - called if the fetch fails; the scene stays usable
 * @returns a function that ends it, started or not
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
