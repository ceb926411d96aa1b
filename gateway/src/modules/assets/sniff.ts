import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';

/** The media types Diorama stores, by what the first bytes say. */
export type SniffedType =
  | 'model/gltf-binary'
  | 'model/gltf+json'
  | 'model/vnd.fbx'
  | 'model/obj'
  | 'model/stl'
  | 'model/x-3ds'
  | 'application/zip'
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/heic'
  | 'image/vnd.radiance'
  | 'image/x-exr';

const MODELS: readonly SniffedType[] = [
  'model/gltf-binary',
  'model/gltf+json',
  'model/vnd.fbx',
  'model/obj',
  'model/stl',
  'model/x-3ds',
  'application/zip',
];
const PICTURES: readonly SniffedType[] = ['image/png', 'image/jpeg', 'image/webp', 'image/heic'];

const ACCEPTED: Readonly<Record<number, readonly SniffedType[]>> = {
  [ASSET_TYPE.model]: [...MODELS, ...PICTURES],
  [ASSET_TYPE.texture]: ['image/png', 'image/jpeg', 'image/webp'],
  [ASSET_TYPE.image]: PICTURES,
  [ASSET_TYPE.customWatermark]: ['image/png', 'image/jpeg', 'image/webp'],
  [ASSET_TYPE.hdri]: ['image/vnd.radiance', 'image/x-exr'],
};

/** Whether a file of that type may be uploaded as that kind of asset. */
export function isAccepted(assetType: number, type: SniffedType): boolean {
  return ACCEPTED[assetType]?.includes(type) ?? false;
}

const HEIF_BRANDS = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1']);

/**
 * What a file is by its first bytes. The name only chooses between formats that are plain text or that share
 * their first bytes, and never makes something a model that does not look like one.
 * @param head the first 4 kB
 */
export function sniff(head: Buffer, name: string): SniffedType | null {
  return sniffImage(head) ?? sniffBinaryModel(head, name) ?? sniffTextModel(head, name);
}

function sniffImage(head: Buffer): SniffedType | null {
  const ascii = (from: number, to: number) => head.toString('latin1', from, to);
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) {
    return 'image/png';
  }
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) {
    return 'image/jpeg';
  }
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') {
    return 'image/webp';
  }
  if (ascii(4, 8) === 'ftyp' && HEIF_BRANDS.has(ascii(8, 12))) {
    return 'image/heic';
  }
  if (ascii(0, 10) === '#?RADIANCE' || ascii(0, 6) === '#?RGBE') {
    return 'image/vnd.radiance';
  }
  return wordOf(head) === 0x01312f76 ? 'image/x-exr' : null;
}

function sniffBinaryModel(head: Buffer, name: string): SniffedType | null {
  if (head.toString('latin1', 0, 4) === 'glTF') {
    return 'model/gltf-binary';
  }
  if (head.toString('latin1', 0, 20) === 'Kaydara FBX Binary  ') {
    return 'model/vnd.fbx';
  }
  const magic = wordOf(head);
  if (magic === 0x04034b50 || magic === 0x06054b50) {
    return 'application/zip';
  }
  if ((magic & 0xffff) === 0x4d4d && /\.3ds$/i.test(name)) {
    return 'model/x-3ds';
  }
  // A binary STL has no magic: 80 free bytes, then a count.
  const isText = !head.subarray(0, 512).includes(0);
  return /\.stl$/i.test(name) && !isText && head.length >= 84 ? 'model/stl' : null;
}

function sniffTextModel(head: Buffer, name: string): SniffedType | null {
  if (head.subarray(0, 1_024).includes(0)) {
    return null;
  }
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^<(!doctype|html|svg|\?xml|script)/i.test(text)) {
    return null;
  }
  if (text.startsWith('{')) {
    return /\.gltf$/i.test(name) || text.includes('"asset"') ? 'model/gltf+json' : null;
  }
  if (/^; FBX \d/.test(text)) {
    return 'model/vnd.fbx';
  }
  if (/^solid\b/i.test(text)) {
    return 'model/stl';
  }
  return /\.obj$/i.test(name) && /^(#|mtllib|o|g|v|vn|vt|vp|f|s|usemtl)\b/m.test(text) ? 'model/obj' : null;
}

/** The first four bytes as a number; 0 for less than four. */
function wordOf(head: Buffer): number {
  return head.length < 4 ? 0 : head.readUInt32LE(0);
}
