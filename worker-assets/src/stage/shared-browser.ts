import { availableParallelism, loadavg } from 'node:os';
import { freeBytesFor, isDiskFault } from '@diorama/shared/server/runtime/disk-fault.ts';
import type { Browser } from 'playwright-core';
import type { BrowserOptions, RunningBrowser } from './launch-browser.ts';
import { BrowserDiskError, PageOverloadedError, StageError } from './stage-error.ts';

const TICK_MS = 1000;

/** However busy the machine is, a job is not waited for longer than so many times its limit. */
const SMALLEST_SHARE = 1 / 8;

/** Idle time before the browser closes, in milliseconds. It takes a second to start and 150 MB of memory. */
const IDLE_MS = 5 * 60_000;
/** Jobs per browser, so that leaks do not add up. */
const MAX_JOBS = 200;

export type SharedBrowserOptions = BrowserOptions & {
  launch: (options: BrowserOptions) => Promise<RunningBrowser>;
  /** Share of a processor that a job gets; measured by default. */
  machineShare?: () => number;
};

/** Work with a browser. */
export type BrowserJob<Result> = (browser: Browser) => Promise<Result>;

/** Room on the disk, in bytes, below which a failure of the browser is one of the disk. */
const LEAST_ROOM = 32_000_000;

const GONE = 'The browser ended in the middle of a job';

/**
 * Manages one shared browser. The first job starts it. It closes after five idle minutes, and is replaced
 * after an error or many jobs.
 */
export class SharedBrowser {
  readonly #options: SharedBrowserOptions;
  readonly #broken = new WeakSet<RunningBrowser>();
  #browser: Promise<RunningBrowser> | null = null;
  #running = 0;
  #jobsDone = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SharedBrowserOptions) {
    this.#options = options;
  }

  /**
   * Runs a job with the browser, beside other jobs. Its timeout starts at once.
   * @throws {@link StageError} when the browser fails or the time is over; the next job gets a new browser.
   */
  async run<Result>(timeoutMs: number, job: BrowserJob<Result>): Promise<Result> {
    clearTimeout(this.#idle);
    this.#running += 1;
    try {
      return await this.#runIn(await this.#open(), timeoutMs, job);
    } finally {
      this.#running -= 1;
      this.#keepForNext();
    }
  }

  /** Closes the browser; running jobs fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#discard(this.#browser);
  }

  async #runIn<Result>(running: RunningBrowser, timeoutMs: number, job: BrowserJob<Result>): Promise<Result> {
    const { promise: failed, reject } = Promise.withResolvers<never>();
    failed.catch(() => undefined);
    const onGone = () => reject(new StageError(GONE));
    const onEnd = () => reject(new PageOverloadedError('The browser took too long'));
    const stopClock = startMachineClock(timeoutMs, onEnd, this.#options.machineShare);
    running.browser.once('disconnected', onGone);
    try {
      return await Promise.race([job(running.browser), failed]);
    } catch (cause) {
      const failure = running.browser.isConnected() ? cause : new StageError(GONE, { cause });
      if (!(failure instanceof StageError)) {
        throw failure;
      }
      // A hanging page may not close, so the whole browser is replaced.
      const [error] = await Promise.all([this.#explain(failure), this.#giveUp(running)]);
      throw error;
    } finally {
      stopClock();
      running.browser.off('disconnected', onGone);
    }
  }

  #keepForNext(): void {
    this.#jobsDone += 1;
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
    // Another job may have started a browser meanwhile.
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
      throw await this.#explain(new StageError('The browser cannot be started', { cause }));
    }
  }

  /** A full disk ends processes of a browser; its failure then counts as a fault of the disk. */
  async #explain(failure: StageError): Promise<StageError> {
    const free = await freeBytesFor(this.#options.tmpDir).catch(() => LEAST_ROOM);
    return free < LEAST_ROOM || isDiskFault(failure.cause)
      ? new BrowserDiskError('The browser cannot write to its disk', { cause: failure })
      : failure;
  }

  /** Removes this browser from further use. */
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

/** Share of a processor that each busy process gets at the moment, by the load of the machine. */
export function machineShare(): number {
  const [load = 0] = loadavg();
  return Math.min(1, Math.max(SMALLEST_SHARE, availableParallelism() / Math.max(load, 1)));
}

/**
 * Calls back when a job has used its time. On a busy machine only the share that the job gets counts.
 * @returns stops the clock.
 */
export function startMachineClock(
  limitMs: number,
  onEnd: () => void,
  share: () => number = machineShare,
): () => void {
  let left = limitMs;
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    const step = Math.min(TICK_MS, left);
    timer = setTimeout(() => {
      left -= step * share();
      if (left < 1) {
        onEnd();
      } else {
        tick();
      }
    }, step);
  };
  tick();
  return () => clearTimeout(timer);
}
