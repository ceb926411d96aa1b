import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { LimitMet } from '@diorama/shared/server/operations/limits-met.queries.ts';
import type { LimitsMet } from './limits-met.ts';

/** The user or network that bytes are held for. */
export type Holder = Pick<LimitMet, 'subject' | 'holder'>;

type Most = { ofUser: number; ofNetwork: number; ofProcess: number };

const RETRY_S = 5;

/**
 * Bytes of request bodies that are being read or processed. A user sends a few of the largest documents at
 * once. A network has the calls of all its users.
 */
export const BODY_BYTES: Most = { ofUser: 40_000_000, ofNetwork: 100_000_000, ofProcess: 250_000_000 };

/** Bounds the bytes that requests hold in memory, per user, per network and in total. */
export class ByteBudget {
  readonly #limit: string;
  readonly #most: Most;
  readonly #limitsMet: Pick<LimitsMet, 'record'>;
  readonly #byHolder = new Map<string, number>();
  #total = 0;

  constructor(options: { limit: string; most: Most; limitsMet: Pick<LimitsMet, 'record'> }) {
    this.#limit = options.limit;
    this.#most = options.most;
    this.#limitsMet = options.limitsMet;
  }

  get total(): number {
    return this.#total;
  }

  /**
   * Counts further bytes for a holder until `release` is called.
   * @throws CodedError `request.too-many` beyond the holder's budget, `server.unavailable` beyond that of
   * the process
   */
  take(holder: Holder, bytes: number): void {
    const held = this.#byHolder.get(holder.holder) ?? 0;
    const most = holder.subject === 'user' ? this.#most.ofUser : this.#most.ofNetwork;
    const isOver = held + bytes > most;
    if (isOver || this.#total + bytes > this.#most.ofProcess) {
      this.#limitsMet.record({ limit: this.#limit, ...holder });
      const headers = { 'Retry-After': String(RETRY_S), Connection: 'close' };
      throw new CodedError(isOver ? 'request.too-many' : 'server.unavailable', { headers });
    }
    this.#byHolder.set(holder.holder, held + bytes);
    this.#total += bytes;
  }

  release({ holder }: Holder, bytes: number): void {
    const left = (this.#byHolder.get(holder) ?? 0) - bytes;
    this.#total -= bytes;
    if (left > 0) {
      this.#byHolder.set(holder, left);
    } else {
      this.#byHolder.delete(holder);
    }
  }
}
