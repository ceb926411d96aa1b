import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';

/** Types of assets whose files are pictures that browsers show. */
const SHOWN_PLAINLY: ReadonlySet<number> = new Set([ASSET_TYPE.image, ASSET_TYPE.texture]);

/** The address of a picture that shows an asset in a field; null while there is none. */
export function smallPictureOf(asset: Asset | undefined): string | null {
  const own = asset?.status === 'ready' && SHOWN_PLAINLY.has(asset.type) ? asset.url : null;
  return asset?.extra.thumbnailUrl ?? own;
}
