export interface Loop {
  /** Runs it now, or again right after the current run. */
  wake(): void;
  readonly isClosed: boolean;
  /** @throws Error the last failure, once every run of half a minute has failed. */
  check(): Promise<void>;
  /** Stops it after the current run. */
  close(): Promise<void>;
}

/** Time after which repeated failures are reported as a fault, in milliseconds. */
export const FAILING_AFTER_MS = 30_000;

/**
 * Runs a function repeatedly: `everyMs` after the end of the last run, and on every wake; never concurrently.
 */
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
