export interface Loop {
  /** Runs it now, or once more right after the run that is going on. */
  wake(): void;
  readonly isClosed: boolean;
  /** @throws Error the last failure, once every run of half a minute has failed. */
  check(): Promise<void>;
  /** Ends it after the run that is going on. */
  close(): Promise<void>;
}

/** Runs that fail for so long, in milliseconds, are a fault to report and not a moment's outage. */
export const FAILING_AFTER_MS = 30_000;

/** Does something again and again: `everyMs` after the last time ended, and whenever it is woken; never twice at once. */
export function createLoop(options: {
  everyMs: number;
  run: () => Promise<unknown>;
  onError: (err: Error) => void;
}): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWoken = false;
  let isClosed = false;
  let failing: { since: number; error: Error } | null = null;

  const runOnce = async () => {
    do {
      isWoken = false;
      try {
        await options.run();
        failing = null;
      } catch (err) {
        const error = err instanceof Error ? err : new Error(String(err));
        failing = { since: failing?.since ?? Date.now(), error };
        options.onError(error);
      }
    } while (isWoken && !isClosed);
    running = null;
    if (!isClosed) {
      timer = setTimeout(wake, options.everyMs);
    }
  };

  const wake = () => {
    isWoken = true;
    if (running === null && !isClosed) {
      clearTimeout(timer);
      running = runOnce();
    }
  };

  timer = setTimeout(wake, 0);
  return {
    wake,
    get isClosed() {
      return isClosed;
    },
    check: async () => {
      if (failing && Date.now() - failing.since >= FAILING_AFTER_MS) {
        throw failing.error;
      }
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
