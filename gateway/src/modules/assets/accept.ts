import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import {
  type FileFormat,
  FONT_FORMATS,
  SKY_FORMATS,
  sniffFormat,
} from '@diorama/shared/domain/file-format.ts';

const MEDIA_TYPES: Readonly<Record<FileFormat, string>> = {
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  fbx: 'model/vnd.fbx',
  obj: 'model/obj',
  stl: 'model/stl',
  '3ds': 'model/x-3ds',
  zip: 'application/zip',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  heic: 'image/heic',
  hdr: 'image/vnd.radiance',
  exr: 'image/x-exr',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
};
const PICTURES: readonly FileFormat[] = ['png', 'jpeg', 'webp', 'heic'];
const TEXTURES: readonly FileFormat[] = ['png', 'jpeg', 'webp'];
const MODELS: readonly FileFormat[] = ['glb', 'gltf', 'fbx', 'obj', 'stl', '3ds', 'zip'];

const ACCEPTED: Readonly<Record<number, readonly FileFormat[]>> = {
  [ASSET_TYPE.model]: MODELS,
  [ASSET_TYPE.texture]: TEXTURES,
  [ASSET_TYPE.image]: PICTURES,
  [ASSET_TYPE.hdri]: SKY_FORMATS,
  [ASSET_TYPE.font]: FONT_FORMATS,
  [ASSET_TYPE.customWatermark]: TEXTURES,
  [ASSET_TYPE.commentSnapshot]: TEXTURES,
};

/**
 * The media type of a file that may become such an asset, told by its content.
 * @returns null for every other file.
 */
export function acceptedType(
  file: { head: Buffer; size: number },
  asset: { type: number; uploadType: string | undefined },
): string | null {
  const format = sniffFormat(file.head, file.size);
  const accepted = asset.uploadType === 'annotation' ? TEXTURES : (ACCEPTED[asset.type] ?? []);
  return format !== null && accepted.includes(format) ? MEDIA_TYPES[format] : null;
}
