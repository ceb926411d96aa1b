/** Lends memory to those who must hold bytes, so that they never hold more than so many at once. */
export interface ByteBudget {
  /**
   * Waits until so many bytes are free; who came first gets them first. What is larger than the whole budget gets all of it,
   * alone.
   * @returns what gives them back.
   */
  take(bytes: number): Promise<() => void>;
  /** Bytes that are lent now. */
  readonly lent: number;
}

/** @param total bytes that may be lent at once. */
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
