import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Holder } from './byte-budget.ts';
import type { LimitsMet } from './limits-met.ts';

type Most = {
  /** Tasks of a holder that run at once. */
  running: number;
  /** Tasks of a holder that wait beside them. */
  waiting: number;
};

/**
 * Simultaneous requests. A user gets half of the gateway's database connections, so that another user finds some free. A
 * network has the visitors of a whole school or office behind it.
 */
export const REQUEST_TURNS: Readonly<Record<Holder['subject'], Most>> = {
  user: { running: 6, waiting: 500 },
  network: { running: 9, waiting: 2_000 },
};

/** Longest time that a task waits, in milliseconds. */
const WAIT_MS = 10_000;
const RETRY_S = 2;

/** Interval at which late tasks, and those whose clients have gone, are ended. */
const SWEEP_MS = 1_000;

/** A waiting task: `begin` gives it its turn, `refuse` ends it. */
type Waiting = { begin: () => void; refuse: () => void; until: number; isGone: () => boolean };
type Tasks = { running: number; waiting: Set<Waiting> };

/** Runs a few tasks of each holder at once; further ones wait in their order, for a bounded time. */
export class HolderTurns {
  readonly #byHolder = new Map<string, Tasks>();
  #sweeps: NodeJS.Timeout | null = null;
  readonly #limit: string;
  readonly #most: Readonly<Record<Holder['subject'], Most>>;
  readonly #limitsMet: Pick<LimitsMet, 'record'>;

  constructor(options: {
    limit: string;
    most: Readonly<Record<Holder['subject'], Most>>;
    limitsMet: Pick<LimitsMet, 'record'>;
  }) {
    this.#limit = options.limit;
    this.#most = options.most;
    this.#limitsMet = options.limitsMet;
  }

  /**
   * @param isGone - whether the client of the task has gone, which then waits no longer
   * @throws CodedError `request.too-many` when too many tasks of the holder are waiting, `server.unavailable` after
   * ten seconds or when the client has gone
   */
  async run<Result>(
    holder: Holder,
    task: () => Promise<Result>,
    isGone: () => boolean = () => false,
  ): Promise<Result> {
    await this.#begin(holder, isGone);
    try {
      return await task();
    } finally {
      this.#end(holder);
    }
  }

  #begin(holder: Holder, isGone: () => boolean): Promise<void> | undefined {
    const most = this.#most[holder.subject];
    const tasks = this.#byHolder.get(holder.holder) ?? { running: 0, waiting: new Set() };
    this.#byHolder.set(holder.holder, tasks);
    if (tasks.running < most.running) {
      tasks.running += 1;
      return;
    }
    if (tasks.waiting.size >= most.waiting) {
      this.#limitsMet.record({ limit: this.#limit, ...holder });
      throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () =>
      reject(new CodedError('server.unavailable', { headers: { 'Retry-After': String(RETRY_S) } }));
    tasks.waiting.add({ begin: resolve, refuse, until: performance.now() + WAIT_MS, isGone });
    this.#sweeps ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    return promise;
  }

  /** Passes the place of a task that ended on. */
  #end({ holder }: Holder): void {
    const tasks = this.#byHolder.get(holder);
    if (!tasks) {
      return;
    }
    for (const next of tasks.waiting) {
      tasks.waiting.delete(next);
      if (!next.isGone()) {
        next.begin();
        return;
      }
      next.refuse();
    }
    tasks.running -= 1;
    if (tasks.running === 0) {
      this.#byHolder.delete(holder);
    }
  }

  #sweep(): void {
    const now = performance.now();
    let isAnyWaiting = false;
    for (const { waiting } of this.#byHolder.values()) {
      for (const task of waiting) {
        if (now >= task.until || task.isGone()) {
          waiting.delete(task);
          task.refuse();
        }
      }
      isAnyWaiting ||= waiting.size > 0;
    }
    if (!isAnyWaiting && this.#sweeps) {
      clearInterval(this.#sweeps);
      this.#sweeps = null;
    }
  }
}
