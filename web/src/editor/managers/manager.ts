/** A part of the editor with state of its own. Whatever it subscribes to, it registers the undoing of at the same line. */
export abstract class Manager {
  readonly #teardowns: (() => void)[] = [];

  /** Remembers what must be undone at the end. */
  protected register(teardown: () => void): void {
    this.#teardowns.push(teardown);
  }

  /** Undoes everything that was registered, last first. */
  dispose(): void {
    for (const teardown of this.#teardowns.splice(0).reverse()) {
      teardown();
    }
  }
}
