import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { FileStats } from '@diorama/shared/domain/ar-estimate.ts';

/** Statistics of a file that are known without opening it. */
export function fileStatsOf({ size, extra }: Pick<Asset, 'size' | 'extra'>): FileStats {
  const { triangles, textures, slots } = extra;
  return { triangles, textures, slots: slots.length, bytes: size };
}
