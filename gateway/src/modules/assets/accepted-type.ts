import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { sniffFormat } from '@diorama/shared/domain/file-format.ts';
import { type FormatUse, formatAt } from '@diorama/shared/domain/formats.ts';

const USES: Readonly<Record<number, FormatUse>> = {
  [ASSET_TYPE.model]: 'model',
  [ASSET_TYPE.texture]: 'texture',
  [ASSET_TYPE.image]: 'image',
  [ASSET_TYPE.hdri]: 'sky',
  [ASSET_TYPE.font]: 'font',
  [ASSET_TYPE.customWatermark]: 'mark',
  [ASSET_TYPE.commentSnapshot]: 'mark',
};

/**
 * The media type of a file that may become such an asset, detected from its content.
 * @returns null for every other file.
 */
export function acceptedType(
  file: { head: Buffer; size: number },
  asset: { type: number; uploadType: string | undefined },
): string | null {
  const found = sniffFormat(file.head, file.size);
  const use = asset.uploadType === 'annotation' ? 'mark' : USES[asset.type];
  const format = found && formatAt(found);
  return format && use && format.uses.includes(use) ? format.mediaType : null;
}
