import type { LoadProgress } from '../scene/asset-loader.ts';

/**
 * Converts progress into a percentage that never decreases: sizes become known one file after another, so the share may
 * fall. Null while no size is known; 99 until everything has loaded.
 */
export function createPercentage(): (progress: LoadProgress) => number | null {
  let highest: number | null = null;
  return ({ loadedBytes, totalBytes, pending }) => {
    if (totalBytes === null || totalBytes === 0) {
      return highest;
    }
    const share = pending === 0 ? 100 : Math.min(99, Math.floor((loadedBytes / totalBytes) * 100));
    highest = Math.max(highest ?? 0, share);
    return highest;
  };
}
