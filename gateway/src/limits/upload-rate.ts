import { Transform } from 'node:stream';
import { MAX_UPLOAD_BYTES } from '@diorama/shared/plans.ts';
import { TokenBuckets } from './token-bucket.ts';

/** Bytes that one user uploads to this process: the largest file at once, then those of a line of 320 Mbit/s. */
export const UPLOAD_BYTES = { capacity: MAX_UPLOAD_BYTES, perSecond: 40_000_000 };

/** Shorter waits are added up, as a timer for each piece would cost more than it saves. */
const SHORTEST_WAIT_MS = 50;

/** Slows a user's uploads down to {@link UPLOAD_BYTES}, so that other users' requests find a free processor. */
export class UploadRate {
  readonly #buckets: TokenBuckets | null;

  /** @param options.isLimited - false for tests and measurements without rate limits */
  constructor({ isLimited }: { isLimited: boolean }) {
    this.#buckets = isLimited ? new TokenBuckets(UPLOAD_BYTES) : null;
  }

  /** Stream through which the bytes of one request of a user pass. */
  pace(userId: string): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const now = performance.now();
        const waitMs = this.#buckets?.of(userId, now).spend(now, chunk.length) ?? 0;
        if (waitMs < SHORTEST_WAIT_MS) {
          done(null, chunk);
        } else {
          setTimeout(done, waitMs, null, chunk);
        }
      },
    });
  }
}
