export interface Loop {
  /** Runs it now, or once more right after the run that is going on. */
  wake(): void;
  readonly isClosed: boolean;
  /** Ends it after the run that is going on. */
  close(): Promise<void>;
}

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

  const runOnce = async () => {
    do {
      isWoken = false;
      try {
        await options.run();
      } catch (err) {
        options.onError(err instanceof Error ? err : new Error(String(err)));
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
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
