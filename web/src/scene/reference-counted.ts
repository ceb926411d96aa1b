import type { DisposeQueue } from './dispose-queue.ts';

type Entry<T> = { value: T; uses: number };

/** Reference-counted values, created once per key and freed some time after the last release. */
export class ReferenceCounted<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #disposeQueue: DisposeQueue;
  readonly #dispose: (value: T) => void;

  constructor(disposeQueue: DisposeQueue, dispose: (value: T) => void) {
    this.#disposeQueue = disposeQueue;
    this.#dispose = dispose;
  }

  /** Returns the value of a key, created at its first use. Each call needs one {@link release}. */
  acquire(key: string, make: () => T): T {
    const entry = this.#entries.get(key) ?? { value: make(), uses: 0 };
    entry.uses += 1;
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Ends one use. */
  release(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) {
      return;
    }
    entry.uses -= 1;
    if (entry.uses === 0) {
      this.#disposeQueue.add(() => this.#free(key, entry));
    }
  }

  #free(key: string, entry: Entry<T>): void {
    if (entry.uses === 0 && this.#entries.get(key) === entry) {
      this.#entries.delete(key);
      this.#dispose(entry.value);
    }
  }
}
