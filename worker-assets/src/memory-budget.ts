/** A memory budget shared by several tasks: limits the bytes that they hold at once. */
export interface MemoryBudget {
  /**
   * Waits until that many bytes are free, in the order of the calls. A request above the whole budget gets
   * all of it, alone.
   * @returns a function that releases the bytes.
   */
  take(bytes: number): Promise<() => void>;
  /** Bytes in use now. */
  readonly bytesInUse: number;
}

/** @param total limit of the bytes in use at once. */
export function createMemoryBudget(total: number): MemoryBudget {
  const waiting: { share: number; start: () => void }[] = [];
  let bytesInUse = 0;

  const allocate = (share: number) => {
    bytesInUse += share;
    let isReleased = false;
    return () => {
      if (isReleased) {
        return;
      }
      isReleased = true;
      bytesInUse -= share;
      for (let next = waiting[0]; next && bytesInUse + next.share <= total; next = waiting[0]) {
        waiting.shift();
        next.start();
      }
    };
  };

  return {
    take: async (bytes) => {
      const share = Math.min(bytes, total);
      if (waiting.length === 0 && bytesInUse + share <= total) {
        return allocate(share);
      }
      return new Promise((resolve) => waiting.push({ share, start: () => resolve(allocate(share)) }));
    },
    get bytesInUse() {
      return bytesInUse;
    },
  };
}
