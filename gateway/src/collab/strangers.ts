/** A school comes back at once after an outage; and as many hold no more than 60 MB before it is known whose they are. */
const MOST_OF_NETWORK = 200;

/** Counts, by the network that they come from, the sockets and streams of which it is not known whose they are. */
export class Strangers {
  readonly #counts = new Map<string, number>();

  /** @returns what ends the count of a socket, for when it is known or closed; null where there are too many already. */
  enter(network: string): (() => void) | null {
    const count = this.#counts.get(network) ?? 0;
    if (count >= MOST_OF_NETWORK) {
      return null;
    }
    this.#counts.set(network, count + 1);
    let isCounted = true;
    return () => {
      if (isCounted) {
        isCounted = false;
        this.#leave(network);
      }
    };
  }

  #leave(network: string): void {
    const count = (this.#counts.get(network) ?? 0) - 1;
    if (count > 0) {
      this.#counts.set(network, count);
    } else {
      this.#counts.delete(network);
    }
  }
}
