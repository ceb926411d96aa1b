/** Budget that limits the bytes held at once by all holders. */
export interface ByteBudget {
  /**
   * Waits until so many bytes are free, in order of arrival. A request above the whole budget gets all of
   * it, alone.
   * @returns releases the bytes.
   */
  take(bytes: number): Promise<() => void>;
  /** Bytes in use. */
  readonly lent: number;
}

/** @param total bytes that may be in use at once. */
export function createByteBudget(total: number): ByteBudget {
  const waiting: { share: number; start: () => void }[] = [];
  let lent = 0;

  const lend = (share: number) => {
    lent += share;
    let isBack = false;
    return () => {
      if (isBack) {
        return;
      }
      isBack = true;
      lent -= share;
      for (let next = waiting[0]; next && lent + next.share <= total; next = waiting[0]) {
        waiting.shift();
        next.start();
      }
    };
  };

  return {
    take: async (bytes) => {
      const share = Math.min(bytes, total);
      if (waiting.length === 0 && lent + share <= total) {
        return lend(share);
      }
      return new Promise((resolve) => waiting.push({ share, start: () => resolve(lend(share)) }));
    },
    get lent() {
      return lent;
    },
  };
}
