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
  /** The bytes that only this connection holds, and the buffers that it shares. */
  readonly bytes: number;
  /** Counts the connection for another reader, such as the user that has authenticated. */
  setReader(reader: Reader): void;
  /** Counts bytes that were handed to the connection; disconnects it, or another reader, beyond a limit. */
  add(bytes: number): void;
  /** Counts a buffer that others may hold too: once for the user, and once for the process. */
  hold(buffer: Uint8Array): void;
  /** Counts bytes that the reader took in; buffers are held until the account is closed. */
  drain(bytes: number): void;
  /** Ends the count of a closed connection. */
  close(): void;
}

type Account = UnreadAccount & { reader: Reader; progressAt: number; cut: () => void; held: HeldBytes };

/** Bytes that one connection holds. */
class HeldBytes {
  /** Bytes that no other connection holds. */
  unshared = 0;
  readonly buffers = new Set<Uint8Array>();

  get bytes(): number {
    return [...this.buffers].reduce((sum, { length }) => sum + length, this.unshared);
  }

  addTo(sum: UnreadSum): void {
    sum.add(this.unshared);
    for (const buffer of this.buffers) {
      sum.hold(buffer);
    }
  }

  removeFrom(sum: UnreadSum): void {
    sum.add(-this.unshared);
    for (const buffer of this.buffers) {
      sum.release(buffer);
    }
  }
}

/** Unread bytes of several connections. A buffer counts once, however many of them hold it. */
class UnreadSum {
  readonly #holders = new Map<Uint8Array, number>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  hold(buffer: Uint8Array): void {
    const holders = this.#holders.get(buffer) ?? 0;
    this.#holders.set(buffer, holders + 1);
    this.#bytes += holders === 0 ? buffer.length : 0;
  }

  release(buffer: Uint8Array): void {
    const holders = this.#holders.get(buffer) ?? 0;
    if (holders > 1) {
      this.#holders.set(buffer, holders - 1);
    } else if (this.#holders.delete(buffer)) {
      this.#bytes -= buffer.length;
    }
  }
}

/** Bounds the unread bytes of all connections of a process, and disconnects readers that make no progress. */
export class UnreadBytes {
  readonly #limitsMet: Pick<LimitsMet, 'record'>;
  readonly #limits: UnreadLimits;
  /** The accounts with unread bytes. */
  readonly #accounts = new Set<Account>();
  readonly #byUser = new Map<string, UnreadSum>();
  readonly #all = new UnreadSum();
  readonly #timer: NodeJS.Timeout;

  constructor(limitsMet: Pick<LimitsMet, 'record'>, limits = UNREAD_LIMITS) {
    this.#limitsMet = limitsMet;
    this.#limits = limits;
    this.#timer = setInterval(() => this.#cutStalled(), SWEEP_MS).unref();
  }

  get total(): number {
    return this.#all.bytes;
  }

  /** @param cut - disconnects the reader at once; the account is closed before the call */
  open(reader: Reader, cut: () => void): UnreadAccount {
    const held = new HeldBytes();
    const change = (by: number) => {
      held.unshared += by;
      this.#count(account.reader, (sum) => sum.add(by));
    };
    const begin = () => {
      if (!this.#accounts.has(account)) {
        account.progressAt = performance.now();
        this.#accounts.add(account);
      }
    };
    const account: Account = {
      reader,
      progressAt: 0,
      cut,
      held,
      get bytes() {
        return held.bytes;
      },
      setReader: (next) => {
        this.#countForUser(account.reader, (sum) => held.removeFrom(sum));
        account.reader = next;
        this.#countForUser(next, (sum) => held.addTo(sum));
      },
      add: (added) => {
        begin();
        change(added);
        this.#enforce(account);
      },
      hold: (buffer) => {
        begin();
        if (!held.buffers.has(buffer)) {
          held.buffers.add(buffer);
          this.#count(account.reader, (sum) => sum.hold(buffer));
          this.#enforce(account);
        }
      },
      drain: (drained) => {
        account.progressAt = performance.now();
        change(-Math.min(drained, held.unshared));
        if (held.bytes === 0) {
          this.#accounts.delete(account);
        }
      },
      close: () => {
        this.#count(account.reader, (sum) => held.removeFrom(sum));
        held.unshared = 0;
        held.buffers.clear();
        this.#accounts.delete(account);
      },
    };
    return account;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #enforce(account: Account): void {
    const { ofConnection, ofUser, ofProcess } = this.#limits;
    if (account.held.unshared > ofConnection) {
      this.#cut(account, 'unread-bytes-of-connection');
    }
    const { subject, holder } = account.reader;
    if (subject === 'user') {
      this.#cutWhile(
        () => (this.#byUser.get(holder)?.bytes ?? 0) > ofUser,
        () => this.#accountsOf(holder).sort((a, b) => b.bytes - a.bytes),
        'unread-bytes-of-user',
      );
    }
    this.#cutWhile(
      () => this.#all.bytes > ofProcess,
      () => [...this.#accounts].sort((a, b) => a.progressAt - b.progressAt),
      'unread-bytes-of-process',
    );
  }

  #accountsOf(user: string): Account[] {
    return [...this.#accounts].filter(({ reader }) => reader.subject === 'user' && reader.holder === user);
  }

  /** Disconnects readers in an order: the first may hold only buffers that others hold too. */
  #cutWhile(isBeyond: () => boolean, inOrder: () => Account[], limit: string): void {
    for (const account of isBeyond() ? inOrder() : []) {
      if (!isBeyond()) {
        return;
      }
      this.#cut(account, limit);
    }
  }

  #count(reader: Reader, change: (sum: UnreadSum) => void): void {
    change(this.#all);
    this.#countForUser(reader, change);
  }

  #countForUser({ subject, holder }: Reader, change: (sum: UnreadSum) => void): void {
    if (subject !== 'user') {
      return;
    }
    const sum = this.#byUser.get(holder) ?? new UnreadSum();
    change(sum);
    if (sum.bytes > 0) {
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
