/** A leader who is away for less than this, in milliseconds, has only lost the network. */
const SHORT_LOSS_MS = 30_000;

/** Whether a visitor follows whoever leads them, or looks around alone. */
export class Attention {
  #by: string | null = null;
  /** Who was looked away from, and when they were lost. */
  #left: { by: string; atMs: number } | null = null;
  #isFollowing = true;

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /**
   * Somebody leads now, or nobody. Whoever begins to lead is followed, whatever was before; from one who was only away for a
   * moment a visitor goes on looking away.
   * @returns whether it is somebody else than before
   */
  lead(by: string | null, nowMs: number): boolean {
    if (by === this.#by) {
      return false;
    }
    if (this.#by !== null && !this.#isFollowing) {
      this.#left = { by: this.#by, atMs: nowMs };
    }
    const isBack = by !== null && this.#left?.by === by && nowMs - this.#left.atMs < SHORT_LOSS_MS;
    this.#by = by;
    this.#isFollowing = !isBack;
    return true;
  }

  /** @returns whether the visitor followed somebody until now */
  lookAway(): boolean {
    const hasFollowed = this.#by !== null && this.#isFollowing;
    if (hasFollowed) {
      this.#isFollowing = false;
    }
    return hasFollowed;
  }

  comeBack(): void {
    this.#isFollowing = true;
    this.#left = null;
  }
}
