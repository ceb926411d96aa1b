/**
 * Dispose queue, kept until the next frame has been rendered. three.js deletes a program with its last material, and a
 * GPU texture with its last reference, so replacements must be rendered first.
 */
export class DisposeQueue {
  #frees: (() => void)[] = [];

  /** Frees a resource after the next frame; `free` may detect that it is in use again. */
  add(free: () => void): void {
    this.#frees.push(free);
  }

  /** Frees all of it after a frame, or when there will be none. */
  sweep(): void {
    for (const free of this.#frees.splice(0)) {
      free();
    }
  }
}
