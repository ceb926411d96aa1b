import { CodedError } from '@diorama/shared/contract/errors.ts';

/** Uploads that a user may write to at once per gateway; browsers send two or three in parallel. */
const MAX_WRITES = 6;
const RETRY_S = 2;

/**
 * Counts the running writes per user and upload, so that no user holds all connections and parts of
 * a gateway.
 */
export class WriteSlots {
  readonly #writes = new Map<string, Map<string, number>>();

  /**
   * Takes a slot for a request that writes to an upload. A client that returns to an upload while its dead
   * connection still hangs needs no other slot.
   * @returns releases the slot, once.
   * @throws CodedError `request.too-many` with `Retry-After`.
   */
  take(userId: string, uploadId: string): () => void {
    const own = this.#writes.get(userId) ?? new Map<string, number>();
    const known = own.get(uploadId);
    if (known === undefined && own.size >= MAX_WRITES) {
      throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
    }
    own.set(uploadId, (known ?? 0) + 1);
    this.#writes.set(userId, own);
    let isTaken = true;
    return () => {
      if (isTaken) {
        isTaken = false;
        this.#leave(userId, uploadId);
      }
    };
  }

  #leave(userId: string, uploadId: string): void {
    const own = this.#writes.get(userId);
    const left = (own?.get(uploadId) ?? 1) - 1;
    if (left > 0) {
      own?.set(uploadId, left);
      return;
    }
    own?.delete(uploadId);
    if (own?.size === 0) {
      this.#writes.delete(userId);
    }
  }
}
