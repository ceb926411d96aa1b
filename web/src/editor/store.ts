/** Observable value; compatible with React's `useSyncExternalStore`. */
export type Readable<Value> = {
  readonly get: () => Value;
  /** Calls `listener` after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** Observable value holder. Values are immutable: replace them instead of changing them. */
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

  /** Replaces the value; listeners are not called for the same value. */
  readonly set = (value: Value): void => {
    if (Object.is(value, this.#value)) {
      return;
    }
    this.#value = value;
    for (const listener of [...this.#listeners]) {
      listener();
    }
  };

  /** Replaces the value by a function of it. */
  readonly update = (change: (value: Value) => Value): void => this.set(change(this.#value));
}
