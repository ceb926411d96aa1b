/** A memory budget shared by several tasks: limits the bytes that they hold at once. */
export interface ByteBudget {
  /**
   * Waits until that many bytes are free, in the order of the calls. A request above the whole budget gets
   * all of it, alone.
   * @returns a function that releases the bytes.
   */
  take(bytes: number): Promise<() => void>;
  /** Bytes in use now. */
  readonly lent: number;
}

/** @param total limit of the bytes in use at once. */
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
