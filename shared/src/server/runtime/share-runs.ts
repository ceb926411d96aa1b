/**
 * Shares runs of a task between simultaneous callers of the same key. A run sees everything that was committed before its
 * caller asked: a call during a run waits for the next run, which all callers of that time share.
 * @param run - task of a key; a failure reaches only the callers that share the run
 */
export function shareRuns<Result>(run: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<Result>>();

  const start = (key: string): Promise<Result> => {
    const result = run(key);
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    running.set(key, ended);
    void ended.then(() => {
      if (running.get(key) === ended) {
        running.delete(key);
      }
    });
    return result;
  };
  const startAfter = async (key: string, ended: Promise<unknown>): Promise<Result> => {
    await ended;
    waiting.delete(key);
    return start(key);
  };

  return (key) => {
    const ended = running.get(key);
    if (ended === undefined) {
      return start(key);
    }
    const next = waiting.get(key) ?? startAfter(key, ended);
    waiting.set(key, next);
    return next;
  };
}
