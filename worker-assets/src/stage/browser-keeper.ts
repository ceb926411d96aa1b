import type { Browser } from 'playwright-core';
import type { BrowserOptions, RunningBrowser } from './launch-browser.ts';
import { OverwhelmedError, StageError } from './stage-error.ts';

/** A browser takes a second to start and 150 MB to keep. */
const IDLE_MS = 5 * 60_000;
/** What leaks in a browser must not add up. */
const MAX_JOBS = 200;

export type KeeperOptions = BrowserOptions & {
  launch: (options: BrowserOptions) => Promise<RunningBrowser>;
  /** How many jobs run at once. */
  concurrency: number;
};

/**
 * Keeps one browser: started by the first job, shared by those that follow, closed when nobody needed it for five
 * minutes, and replaced when it has broken or done many jobs.
 */
export class BrowserKeeper {
  readonly #options: KeeperOptions;
  readonly #waiting: (() => void)[] = [];
  #browser: Promise<RunningBrowser> | null = null;
  #running = 0;
  #jobsDone = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /**
   * Runs a job with the browser.
   * @throws {@link StageError} when the browser fails it, or the time is over; the next job gets a new browser then.
   */
  async run<Result>(timeoutMs: number, job: (browser: Browser) => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await this.#runIn(await this.#open(), timeoutMs, job);
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
    timeoutMs: number,
    job: (browser: Browser) => Promise<Result>,
  ): Promise<Result> {
    const { promise: failed, reject } = Promise.withResolvers<never>();
    failed.catch(() => undefined);
    const onGone = () => reject(new StageError('The browser ended in the middle of a job'));
    const timer = setTimeout(() => reject(new OverwhelmedError('The browser took too long')), timeoutMs);
    running.browser.once('disconnected', onGone);
    try {
      return await Promise.race([job(running.browser), failed]);
    } catch (error) {
      if (error instanceof StageError) {
        // A page that hangs cannot be trusted to close: the whole browser goes.
        await this.#discard(this.#browser);
        throw error;
      }
      if (!running.browser.isConnected()) {
        await this.#discard(this.#browser);
        throw new StageError('The browser ended in the middle of a job', { cause: error });
      }
      throw error;
    } finally {
      clearTimeout(timer);
      running.browser.off('disconnected', onGone);
    }
  }

  async #enter(): Promise<void> {
    clearTimeout(this.#idle);
    while (this.#running >= this.#options.concurrency) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (this.#isClosed) {
      throw new StageError('The stage is closed');
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
    const kept = this.#browser && (await this.#browser.catch(() => null));
    if (kept?.browser.isConnected()) {
      return kept;
    }
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

  async #discard(browser: Promise<RunningBrowser> | null): Promise<void> {
    if (browser && browser === this.#browser) {
      this.#browser = null;
    }
    const running = await browser?.catch(() => null);
    await running?.close().catch(() => undefined);
  }
}
