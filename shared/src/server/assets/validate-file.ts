import { ASSET_TYPE } from '../../contract/asset-type.ts';
import { CodedError } from '../../contract/errors.ts';
import { sniffFormat } from '../../domain/file-format.ts';
import { foreignCode, sniffForeign } from '../../domain/foreign-formats.ts';
import { type FormatUse, formatAt } from '../../domain/formats.ts';
import { MAX_ANNOTATION_IMAGE_BYTES, MAX_SOUND_BYTES, MAX_UPLOAD_BYTES } from '../../plans.ts';

const USES: Readonly<Record<number, FormatUse>> = {
  [ASSET_TYPE.model]: 'model',
  [ASSET_TYPE.texture]: 'texture',
  [ASSET_TYPE.image]: 'image',
  [ASSET_TYPE.hdri]: 'sky',
  [ASSET_TYPE.font]: 'font',
  [ASSET_TYPE.sound]: 'sound',
  [ASSET_TYPE.customWatermark]: 'mark',
  [ASSET_TYPE.commentSnapshot]: 'mark',
};

/** Intended use of a file. */
type Purpose = { type: number; uploadType?: string | null | undefined };

/** A file with its first bytes. */
type FileToValidate = { name: string; size: number; head: Buffer };

/** @throws CodedError `upload.empty`, `upload.too-large` for an invalid size. */
export function validateSize(size: number, { type, uploadType }: Purpose): void {
  if (size === 0) {
    throw new CodedError('upload.empty');
  }
  const isSmallPicture = uploadType === 'annotation' || type === ASSET_TYPE.commentSnapshot;
  if (isSmallPicture && size > MAX_ANNOTATION_IMAGE_BYTES) {
    throw new CodedError('upload.too-large', { title: 'upload.too-large.picture' });
  }
  if (type === ASSET_TYPE.sound && size > MAX_SOUND_BYTES) {
    throw new CodedError('upload.too-large', { title: 'upload.too-large.sound' });
  }
  if (size > MAX_UPLOAD_BYTES) {
    throw new CodedError('upload.too-large');
  }
}

/** Refuses a file by its size and its first bytes, before anything is stored for good. @returns its media type. */
export function validateFile(file: FileToValidate, { type, uploadType }: Purpose): string {
  validateSize(file.size, { type, uploadType });
  const contentType = acceptedType(file, { type, uploadType });
  if (contentType === null) {
    const foreign = sniffForeign(file.head, file.name);
    throw new CodedError(foreign ? foreignCode(foreign) : 'upload.format');
  }
  return contentType;
}

/**
 * The media type of a file that may become such an asset, detected from its content.
 * @returns null for every other file.
 */
function acceptedType(file: { head: Buffer; size: number }, asset: Purpose): string | null {
  const found = sniffFormat(file.head, file.size);
  const use = asset.uploadType === 'annotation' ? 'mark' : USES[asset.type];
  const format = found && formatAt(found);
  return format && use && format.uses.includes(use) ? format.mediaType : null;
}
