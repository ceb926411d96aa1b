import type { Logger } from './logger.ts';

/** Shutdown order: stop accepting work, finish running work, then close connections. */
export const SHUTDOWN_GROUPS = ['accept', 'work', 'connections'] as const;
export type ShutdownGroup = (typeof SHUTDOWN_GROUPS)[number];

type Step = { name: string; run: () => Promise<unknown> | unknown };

export interface Shutdown {
  /** Adds a step; steps of one group run concurrently, and a failing one does not stop the others. */
  register(group: ShutdownGroup, name: string, run: Step['run']): void;
  /** Runs all groups, once for any number of calls. */
  begin(reason: string): Promise<void>;
  readonly isStopping: boolean;
}

/** Milliseconds for closing connections after the grace period of running work. */
const CLOSING_MS = 500;

/**
 * Shuts a process down. Work that still runs `graceMs` after the start, and a moment for closing, is aborted.
 * `exit` is called with 0 after a clean shutdown and with 1 otherwise.
 */
export function createShutdown(options: {
  logger: Logger;
  graceMs: number;
  exit?: (code: number) => void;
}): Shutdown {
  const { logger, graceMs, exit = process.exit } = options;
  const steps: Record<ShutdownGroup, Step[]> = { accept: [], work: [], connections: [] };
  let ending: Promise<void> | null = null;

  const runAll = async (reason: string) => {
    logger.info({ reason }, 'stopping');
    const force = setTimeout(() => {
      logger.error({ graceMs }, 'shutdown timed out, exiting');
      exit(1);
    }, graceMs + CLOSING_MS);
    let failures = 0;
    for (const group of SHUTDOWN_GROUPS) {
      const results = await Promise.allSettled(steps[group].map(async (step) => step.run()));
      results.forEach((result, at) => {
        if (result.status === 'rejected') {
          failures += 1;
          logger.error({ err: result.reason, step: steps[group][at]?.name }, 'shutdown step failed');
        }
      });
    }
    clearTimeout(force);
    logger.info('stopped');
    exit(failures === 0 ? 0 : 1);
  };

  return {
    register: (group, name, run) => {
      steps[group].push({ name, run });
    },
    begin: (reason) => {
      ending ??= runAll(reason);
      return ending;
    },
    get isStopping() {
      return ending !== null;
    },
  };
}

/**
 * Starts the shutdown on SIGINT, SIGTERM and SIGHUP, and when the parent process is gone: otherwise a kill -9
 * of the start command would leave its children running.
 */
export function shutDownOnSignals(shutdown: Shutdown): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The promise never rejects: every failing step has been logged.
    process.on(signal, () => void shutdown.begin(signal));
  }
  if (process.connected) {
    process.on('disconnect', () => void shutdown.begin('the parent process is gone'));
  }
}
