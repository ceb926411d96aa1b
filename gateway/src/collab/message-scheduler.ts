/** Beyond so many waiting messages a socket is not read. */
const MAX_WAITING = 32;

/**
 * Handles one message of a socket per turn of the event loop. A client that sends thousands at once therefore
 * does not block the others.
 * A single message is handled at once.
 */
export class MessageScheduler {
  readonly #handle: (message: Uint8Array) => void;
  readonly #onFull: (isFull: boolean) => void;
  readonly #waiting: Uint8Array[] = [];
  #onEnd: (() => void) | null = null;
  #isTaken = false;
  #isFull = false;

  /** @param options.onFull - is called when messages begin to pile up, and when they no longer do */
  constructor(options: { handle: (message: Uint8Array) => void; onFull: (isFull: boolean) => void }) {
    this.#handle = options.handle;
    this.#onFull = options.onFull;
  }

  push(message: Uint8Array): void {
    if (!this.#isTaken) {
      this.#take(message);
      return;
    }
    this.#waiting.push(message);
    if (this.#waiting.length >= MAX_WAITING && !this.#isFull) {
      this.#isFull = true;
      this.#onFull(true);
    }
  }

  /** Calls back once all received messages are handled. */
  end(onEnd: () => void): void {
    if (this.#isTaken) {
      this.#onEnd = onEnd;
    } else {
      onEnd();
    }
  }

  #take(message: Uint8Array): void {
    this.#isTaken = true;
    setImmediate(() => this.#takeNext());
    this.#handle(message);
  }

  #takeNext(): void {
    this.#isTaken = false;
    const message = this.#waiting.shift();
    if (this.#isFull && this.#waiting.length === 0) {
      this.#isFull = false;
      this.#onFull(false);
    }
    if (message) {
      this.#take(message);
    } else {
      this.#onEnd?.();
    }
  }
}
