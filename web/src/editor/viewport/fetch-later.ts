/** How long after it could not be fetched a module is asked for again, in milliseconds. */
const AGAIN_MS = 3_000;

/** Fetches a module that the first picture does not wait for, however often it takes; returns the giving up. */
export function fetchLater<Module>(
  load: () => Promise<Module>,
  onLoad: (module: Module) => void,
): () => void {
  let isGivenUp = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    load().then(
      (module) => {
        if (!isGivenUp) {
          onLoad(module);
        }
      },
      () => {
        timer = isGivenUp ? undefined : setTimeout(ask, AGAIN_MS);
      },
    );
  };
  ask();
  return () => {
    isGivenUp = true;
    clearTimeout(timer);
  };
}
