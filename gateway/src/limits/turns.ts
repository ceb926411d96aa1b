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
 * Simultaneous requests. A user gets half of the gateway's database connections, so that another user never waits behind
 * all of them; a network has the visitors of a whole school or office behind it.
 */
export const REQUEST_TURNS: Readonly<Record<Holder['subject'], Most>> = {
  user: { running: 6, waiting: 500 },
  network: { running: 9, waiting: 2_000 },
};

const RETRY_S = 2;

/** Runs a few tasks of each holder at once; further ones wait in the order in which they came. */
export class Turns {
  readonly #byHolder = new Map<string, { running: number; waiting: (() => void)[] }>();
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

  /** @throws CodedError `request.too-many` when too many tasks of the holder are waiting */
  async run<Result>(holder: Holder, task: () => Promise<Result>): Promise<Result> {
    await this.#begin(holder);
    try {
      return await task();
    } finally {
      this.#end(holder);
    }
  }

  async #begin(holder: Holder): Promise<void> {
    const most = this.#most[holder.subject];
    const tasks = this.#byHolder.get(holder.holder) ?? { running: 0, waiting: [] };
    this.#byHolder.set(holder.holder, tasks);
    if (tasks.running < most.running) {
      tasks.running += 1;
      return;
    }
    if (tasks.waiting.length >= most.waiting) {
      this.#limitsMet.record({ limit: this.#limit, ...holder });
      throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
    }
    // The task that ends passes its place on.
    await new Promise<void>((resolve) => tasks.waiting.push(resolve));
  }

  #end({ holder }: Holder): void {
    const tasks = this.#byHolder.get(holder);
    const next = tasks?.waiting.shift();
    if (next) {
      next();
    } else if (tasks && tasks.running > 1) {
      tasks.running -= 1;
    } else {
      this.#byHolder.delete(holder);
    }
  }
}
