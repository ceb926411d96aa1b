/**
 * What nobody uses any more, kept until the next frame has been drawn. three.js deletes a program with its last material
 * and a picture on the GPU with its last texture, so what takes their place must have been drawn before they go.
 */
export class Leftovers {
  #frees: (() => void)[] = [];

  /** Frees something after the next frame; `free` may find that it is used again. */
  add(free: () => void): void {
    this.#frees.push(free);
  }

  /** Frees all of it: a frame has been drawn, or none will be. */
  sweep(): void {
    for (const free of this.#frees.splice(0)) {
      free();
    }
  }
}
