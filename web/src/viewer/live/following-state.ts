/** Absence in milliseconds below which a presenter counts as temporarily disconnected. */
const SHORT_LOSS_MS = 30_000;

/** Whether a visitor follows the presenter or moves independently. */
export class FollowingState {
  #by: string | null = null;
  /** The presenter whom the visitor stopped following, and the time of the loss. */
  #left: { by: string; atMs: number } | null = null;
  #isFollowing = true;

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /**
   * Sets the presenter, or null. A new presenter is followed in any case; after a short absence of the same one, the
   * visitor's choice stays.
   * @returns whether the presenter changed
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

  /** @returns whether the visitor was following until now */
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
