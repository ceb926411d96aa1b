import type { LimitsMet } from './limits-met.ts';

type UnreadLimits = { ofConnection: number; ofUser: number; ofProcess: number };

/**
 * Bytes that may wait for their readers. A connection holds a few of the largest scenes; a user as many as
 * tabs load at the same time; the process far less than its memory.
 * A network has no limit, as visitors of a school share one.
 */
export const UNREAD_LIMITS: UnreadLimits = {
  ofConnection: 30_000_000,
  ofUser: 100_000_000,
  ofProcess: 400_000_000,
};
/**
 * Time without progress after which a reader is disconnected. The kernel's buffers pass on large pieces at a
 * time: at 64 kbit/s a reader makes visible progress once in one or two minutes.
 */
const STALLED_MS = 240_000;
const SWEEP_MS = 10_000;

/** The one that reads a connection. */
export type Reader = { subject: 'user' | 'network'; holder: string };

/** Unread bytes of one connection. */
export interface UnreadAccount {
  readonly bytes: number;
  /** Counts the connection for another reader, such as the user that has authenticated. */
  setReader(reader: Reader): void;
  /** Counts bytes that were handed to the connection; disconnects it, or another reader, beyond a limit. */
  add(bytes: number): void;
  /** Counts bytes that the reader took in. */
  drain(bytes: number): void;
  /** Ends the count of a closed connection. */
  close(): void;
}

type Account = UnreadAccount & { reader: Reader; progressAt: number; cut: () => void };

/** Bounds the unread bytes of all connections of a process, and disconnects readers that make no progress. */
export class UnreadBytes {
  readonly #limitsMet: Pick<LimitsMet, 'record'>;
  readonly #limits: UnreadLimits;
  /** The accounts with unread bytes. */
  readonly #accounts = new Set<Account>();
  readonly #byUser = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #total = 0;

  constructor(limitsMet: Pick<LimitsMet, 'record'>, limits = UNREAD_LIMITS) {
    this.#limitsMet = limitsMet;
    this.#limits = limits;
    this.#timer = setInterval(() => this.#cutStalled(), SWEEP_MS).unref();
  }

  get total(): number {
    return this.#total;
  }

  /** @param cut - disconnects the reader at once; the account is closed before the call */
  open(reader: Reader, cut: () => void): UnreadAccount {
    let bytes = 0;
    const change = (by: number) => {
      bytes += by;
      this.#total += by;
      this.#countForUser(account.reader, by);
    };
    const account: Account = {
      reader,
      progressAt: 0,
      cut,
      get bytes() {
        return bytes;
      },
      setReader: (next) => {
        this.#countForUser(account.reader, -bytes);
        account.reader = next;
        this.#countForUser(next, bytes);
      },
      add: (added) => {
        if (bytes === 0) {
          account.progressAt = performance.now();
          this.#accounts.add(account);
        }
        change(added);
        this.#enforce(account);
      },
      drain: (drained) => {
        account.progressAt = performance.now();
        change(-Math.min(drained, bytes));
        if (bytes === 0) {
          this.#accounts.delete(account);
        }
      },
      close: () => {
        change(-bytes);
        this.#accounts.delete(account);
      },
    };
    return account;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #enforce(account: Account): void {
    if (account.bytes > this.#limits.ofConnection) {
      this.#cut(account, 'unread-bytes-of-connection');
    }
    const { subject, holder } = account.reader;
    if (subject === 'user' && (this.#byUser.get(holder) ?? 0) > this.#limits.ofUser) {
      this.#cutLargestOf(holder);
    }
    while (this.#total > this.#limits.ofProcess) {
      const [slowest] = [...this.#accounts].sort((a, b) => a.progressAt - b.progressAt);
      if (!slowest) {
        return;
      }
      this.#cut(slowest, 'unread-bytes-of-process');
    }
  }

  #cutLargestOf(user: string): void {
    const own = [...this.#accounts].filter(
      ({ reader }) => reader.subject === 'user' && reader.holder === user,
    );
    const [largest] = own.sort((a, b) => b.bytes - a.bytes);
    if (largest) {
      this.#cut(largest, 'unread-bytes-of-user');
    }
  }

  #countForUser({ subject, holder }: Reader, by: number): void {
    if (subject !== 'user' || by === 0) {
      return;
    }
    const sum = (this.#byUser.get(holder) ?? 0) + by;
    if (sum > 0) {
      this.#byUser.set(holder, sum);
    } else {
      this.#byUser.delete(holder);
    }
  }

  #cutStalled(): void {
    const before = performance.now() - STALLED_MS;
    for (const account of [...this.#accounts].filter(({ progressAt }) => progressAt < before)) {
      this.#cut(account, 'reader-without-progress');
    }
  }

  #cut(account: Account, limit: string): void {
    account.close();
    this.#limitsMet.record({ limit, ...account.reader });
    account.cut();
  }
}
