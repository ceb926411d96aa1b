import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';

/** Asset types whose files browsers can display. */
const SHOWN_PLAINLY: ReadonlySet<number> = new Set([ASSET_TYPE.image, ASSET_TYPE.texture]);

/** Address of a thumbnail of an asset; null without one. */
export function thumbnailUrlOf(asset: Asset | undefined): string | null {
  const own = asset?.status === 'ready' && SHOWN_PLAINLY.has(asset.type) ? asset.url : null;
  return asset?.extra.thumbnailUrl ?? own;
}
