import { CodedError } from '@diorama/shared/contract/errors.ts';

/** To how many uploads one person may write at once at a gateway; browsers send two or three beside each other. */
const MAX_WRITES = 6;
const RETRY_S = 2;

/** Counts who writes to which uploads right now, so that nobody holds all connections and parts of a gateway. */
export class WriteSlots {
  readonly #writes = new Map<string, Map<string, number>>();

  /**
   * Takes a place for a request that writes to an upload. Who comes back to an upload while their dead connection
   * still hangs needs no other place.
   * @returns gives the place back, once.
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
