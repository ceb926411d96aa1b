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

/** A waiting task; `begin` gives it its turn. */
type Waiting = { begin: () => void };

/** Runs a few tasks of each holder at once; further ones wait in their order, for a bounded time. */
export class Turns {
  readonly #byHolder = new Map<string, { running: number; waiting: Set<Waiting> }>();
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
   * @param gone - aborted when the client of the task has gone, which then waits no longer
   * @throws CodedError `request.too-many` when too many tasks of the holder are waiting, `server.unavailable` after
   * ten seconds or when the client has gone
   */
  async run<Result>(holder: Holder, task: () => Promise<Result>, gone?: AbortSignal): Promise<Result> {
    await this.#begin(holder, gone);
    try {
      return await task();
    } finally {
      this.#end(holder);
    }
  }

  async #begin(holder: Holder, gone: AbortSignal | undefined): Promise<void> {
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
    // The task that ends passes its place on.
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { begin: resolve };
    tasks.waiting.add(waiting);
    const leave = () => {
      if (tasks.waiting.delete(waiting)) {
        reject(new CodedError('server.unavailable', { headers: { 'Retry-After': String(RETRY_S) } }));
      }
    };
    const timer = setTimeout(leave, WAIT_MS).unref();
    gone?.addEventListener('abort', leave);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      gone?.removeEventListener('abort', leave);
    }
  }

  #end({ holder }: Holder): void {
    const tasks = this.#byHolder.get(holder);
    const [next] = tasks?.waiting ?? [];
    if (tasks && next) {
      tasks.waiting.delete(next);
      next.begin();
    } else if (tasks && tasks.running > 1) {
      tasks.running -= 1;
    } else {
      this.#byHolder.delete(holder);
    }
  }
}
