import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { FileFacts } from '@diorama/shared/domain/ar-estimate.ts';

/** Statistics of a file that are known without opening it. */
export function fileFactsOf({ size, extra }: Pick<Asset, 'size' | 'extra'>): FileFacts {
  const { triangles, textures, slots } = extra;
  return { triangles, textures, slots: slots.length, bytes: size };
}
