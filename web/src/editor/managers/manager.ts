/** Part of the editor with its own state. Each subscription registers its teardown on the same line. */
export abstract class Manager {
  readonly #teardowns: (() => void)[] = [];

  /** Registers a teardown function. */
  protected register(teardown: () => void): void {
    this.#teardowns.push(teardown);
  }

  /** Runs all teardown functions, last first. */
  dispose(): void {
    for (const teardown of this.#teardowns.splice(0).reverse()) {
      teardown();
    }
  }
}
