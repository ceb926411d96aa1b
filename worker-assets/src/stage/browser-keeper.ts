import type { Browser } from 'playwright-core';
import type { BrowserOptions, RunningBrowser } from './launch-browser.ts';
import { startMachineClock } from './machine-clock.ts';
import { OverwhelmedError, StageError } from './stage-error.ts';

/** A browser takes a second to start and 150 MB to keep. */
const IDLE_MS = 5 * 60_000;
/** What leaks in a browser must not add up. */
const MAX_JOBS = 200;

export type KeeperOptions = BrowserOptions & {
  launch: (options: BrowserOptions) => Promise<RunningBrowser>;
  /** How many jobs run at once. */
  concurrency: number;
  /** Share of a processor that a job gets; measured by default. */
  machineShare?: () => number;
};

/** Something done with a browser; `begin` is called when it is no longer waiting for what others do there. */
export type BrowserJob<Result> = (browser: Browser, begin: () => void) => Promise<Result>;

/** What is known of a job that was given a browser. */
type Run = { hasBegun: boolean };

class BrowserGoneError extends StageError {
  constructor(options?: ErrorOptions) {
    super('The browser ended in the middle of a job', options);
  }
}

/**
 * Keeps one browser: started by the first job, shared by those that follow, closed when nobody needed it for five
 * minutes, and replaced when it has broken or done many jobs.
 */
export class BrowserKeeper {
  readonly #options: KeeperOptions;
  readonly #waiting: (() => void)[] = [];
  readonly #broken = new WeakSet<RunningBrowser>();
  #browser: Promise<RunningBrowser> | null = null;
  #running = 0;
  #jobsDone = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /**
   * Runs a job with the browser. Its time runs from when it calls `begin`; one that has only waited for its turn when
   * another takes the browser along is run anew.
   * @throws {@link StageError} when the browser fails it, or the time is over; the next job gets a new browser then.
   */
  async run<Result>(timeoutMs: number, job: BrowserJob<Result>): Promise<Result> {
    await this.#enter();
    try {
      for (;;) {
        const run: Run = { hasBegun: false };
        try {
          return await this.#runIn(await this.#open(), { timeoutMs, job, run });
        } catch (error) {
          if (run.hasBegun || !(error instanceof BrowserGoneError)) {
            throw error;
          }
        }
      }
    } finally {
      this.#leave();
    }
  }

  /** Ends the browser; running jobs fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#discard(this.#browser);
  }

  async #runIn<Result>(
    running: RunningBrowser,
    { timeoutMs, job, run }: { timeoutMs: number; job: BrowserJob<Result>; run: Run },
  ): Promise<Result> {
    const { promise: failed, reject } = Promise.withResolvers<never>();
    failed.catch(() => undefined);
    const onGone = () => reject(new BrowserGoneError());
    let stopClock: (() => void) | undefined;
    const begin = () => {
      run.hasBegun = true;
      const onEnd = () => reject(new OverwhelmedError('The browser took too long'));
      stopClock = startMachineClock(timeoutMs, onEnd, this.#options.machineShare);
    };
    running.browser.once('disconnected', onGone);
    try {
      return await Promise.race([job(running.browser, begin), failed]);
    } catch (cause) {
      const hasGone = !running.browser.isConnected();
      if (hasGone || cause instanceof StageError) {
        // A page that hangs cannot be trusted to close: the whole browser goes.
        await this.#giveUp(running);
      }
      throw hasGone ? new BrowserGoneError({ cause }) : cause;
    } finally {
      stopClock?.();
      running.browser.off('disconnected', onGone);
    }
  }

  async #enter(): Promise<void> {
    clearTimeout(this.#idle);
    while (this.#running >= this.#options.concurrency) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
  }

  #leave(): void {
    this.#running -= 1;
    this.#jobsDone += 1;
    this.#waiting.shift()?.();
    if (this.#running > 0 || !this.#browser) {
      return;
    }
    const discard = () => {
      this.#discard(this.#browser).catch(() => undefined);
    };
    if (this.#jobsDone >= MAX_JOBS) {
      discard();
    } else {
      this.#idle = setTimeout(discard, IDLE_MS);
      // An idle browser must not keep the process alive.
      this.#idle.unref();
    }
  }

  async #open(): Promise<RunningBrowser> {
    if (this.#isClosed) {
      throw new StageError('The stage is closed');
    }
    const known = this.#browser;
    const kept = known && (await known.catch(() => null));
    if (kept?.browser.isConnected() && !this.#broken.has(kept)) {
      return kept;
    }
    // Another job may have started one meanwhile.
    return this.#browser === known ? await this.#launch() : await this.#open();
  }

  async #launch(): Promise<RunningBrowser> {
    this.#jobsDone = 0;
    const launched = this.#options.launch(this.#options);
    this.#browser = launched;
    try {
      return await launched;
    } catch (cause) {
      this.#browser = null;
      throw new StageError('The browser cannot be started', { cause });
    }
  }

  /** No further job gets this browser. */
  async #giveUp(running: RunningBrowser): Promise<void> {
    this.#broken.add(running);
    await running.close().catch(() => undefined);
  }

  async #discard(browser: Promise<RunningBrowser> | null): Promise<void> {
    if (browser && browser === this.#browser) {
      this.#browser = null;
    }
    const running = await browser?.catch(() => null);
    await running?.close().catch(() => undefined);
  }
}
