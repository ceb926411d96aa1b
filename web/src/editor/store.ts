/** A value that can be watched; what React's `useSyncExternalStore` takes. */
export type Readable<Value> = {
  readonly get: () => Value;
  /** Calls `listener` after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** A value that tells when it is replaced. Values are immutable: change them by setting another one. */
export class Store<Value> implements Readable<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Replaces the value; nobody is told when it is the same one. */
  readonly set = (value: Value): void => {
    if (Object.is(value, this.#value)) {
      return;
    }
    this.#value = value;
    for (const listener of [...this.#listeners]) {
      listener();
    }
  };

  /** Replaces the value by one made from it. */
  readonly update = (change: (value: Value) => Value): void => this.set(change(this.#value));
}
