import type { ConnectionLimits } from '../limits/connection-limits.ts';

/** Counts one socket among those of the users it is authenticated as, or among the visitors of its network. */
export class CountedSocket {
  readonly #connections: ConnectionLimits;
  readonly #network: string;
  readonly #close: () => void;
  readonly #ends = new Map<string, () => void>();
  #isEnded = false;

  /** @param close - closes the socket when newer ones of its user take its place */
  constructor(connections: ConnectionLimits, network: string, close: () => void) {
    this.#connections = connections;
    this.#network = network;
    this.#close = close;
  }

  /**
   * @param userId - null for a visitor.
   * @returns false where the user, or the visitors of the network, have too many sockets.
   */
  enter(userId: string | null): boolean {
    const key = userId ?? '';
    if (this.#ends.has(key) || this.#isEnded) {
      return true;
    }
    const end =
      userId === null
        ? this.#connections.open({ limit: 'visitor-sockets-of-network', holder: this.#network })
        : this.#connections.open({ limit: 'sockets-of-user', holder: userId, close: this.#close });
    if (end === null) {
      return false;
    }
    this.#ends.set(key, end);
    return true;
  }

  end(): void {
    this.#isEnded = true;
    for (const end of this.#ends.values()) {
      end();
    }
    this.#ends.clear();
  }
}
