type Waiting = { isAlone: boolean; start: () => void };

/** Lets jobs run together, or one alone. */
export interface RunLock {
  /**
   * Waits for its turn, in order of arrival.
   * @returns the function that leaves.
   * @throws the signal's reason when it aborts before that.
   */
  enter(options: { isAlone: boolean; signal: AbortSignal }): Promise<() => void>;
}

/** A lock for the jobs of one process. */
export function createRunLock(): RunLock {
  let running = 0;
  let isAloneRunning = false;
  let waiting: Waiting[] = [];

  const canStart = (isAlone: boolean) => !isAloneRunning && (!isAlone || running === 0);

  const startWaiting = () => {
    for (let next = waiting[0]; next !== undefined && canStart(next.isAlone); next = waiting[0]) {
      waiting.shift();
      next.start();
    }
  };

  const take = (isAlone: boolean) => {
    running += 1;
    isAloneRunning = isAlone;
    return () => {
      running -= 1;
      isAloneRunning = false;
      startWaiting();
    };
  };

  return {
    enter: async ({ isAlone, signal }) => {
      signal.throwIfAborted();
      if (waiting.length === 0 && canStart(isAlone)) {
        return take(isAlone);
      }
      return new Promise((resolve, reject) => {
        const handleAbort = () => {
          waiting = waiting.filter((other) => other !== me);
          reject(signal.reason);
          startWaiting();
        };
        const me: Waiting = {
          isAlone,
          start: () => {
            signal.removeEventListener('abort', handleAbort);
            resolve(take(isAlone));
          },
        };
        waiting.push(me);
        signal.addEventListener('abort', handleAbort, { once: true });
      });
    },
  };
}
