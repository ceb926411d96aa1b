import { decodeText } from './decode-text.ts';

/** The formats that Diorama takes, by what a file holds and never by what it is called. */
export const MODEL_FORMATS = ['glb', 'gltf', 'fbx', 'obj', 'stl', '3ds'] as const;
export const PICTURE_FORMATS = ['png', 'jpeg', 'webp', 'heic'] as const;
/** Panoramas of more light than a screen shows. */
export const SKY_FORMATS = ['hdr', 'exr'] as const;
export const FONT_FORMATS = ['ttf', 'otf', 'woff'] as const;
export type ModelFormat = (typeof MODEL_FORMATS)[number];
export type PictureFormat = (typeof PICTURE_FORMATS)[number];
export type SkyFormat = (typeof SKY_FORMATS)[number];
export type FontFormat = (typeof FONT_FORMATS)[number];
export type FileFormat = ModelFormat | PictureFormat | SkyFormat | FontFormat | 'zip';

/** How many of a file's first bytes are enough to tell its format. */
export const SNIFF_BYTES = 64 * 1024;

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
const STL_HEADER_BYTES = 84;
const STL_TRIANGLE_BYTES = 50;

/**
 * Tells a file's format from its first bytes.
 * @param head the first {@link SNIFF_BYTES} of the file, or all of a shorter one.
 * @param size the whole file's size in bytes: a binary STL has no signature but its length.
 * @returns `null` for what is none of Diorama's formats.
 */
export function sniffFormat(head: Uint8Array, size: number): FileFormat | null {
  return sniffSignature(head) ?? sniffText(head) ?? sniffLength(head, size);
}

function sniffSignature(head: Uint8Array): FileFormat | null {
  const ascii = (from: number, length: number) => String.fromCharCode(...head.subarray(from, from + length));
  if (ascii(0, 4) === 'glTF') {
    return 'glb';
  }
  if (ascii(0, 4) === 'PK\x03\x04') {
    return 'zip';
  }
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') {
    return 'png';
  }
  if (ascii(0, 3) === '\xff\xd8\xff') {
    return 'jpeg';
  }
  if (ascii(0, 4) === 'RIFF' && ascii(8, 4) === 'WEBP') {
    return 'webp';
  }
  if (ascii(4, 4) === 'ftyp' && HEIC_BRANDS.has(ascii(8, 4))) {
    return 'heic';
  }
  if (ascii(0, 10) === '#?RADIANCE' || ascii(0, 6) === '#?RGBE') {
    return 'hdr';
  }
  if (ascii(0, 4) === 'v/1\x01') {
    return 'exr';
  }
  if (ascii(0, 4) === '\0\x01\0\0' || ascii(0, 4) === 'true') {
    return 'ttf';
  }
  if (ascii(0, 4) === 'OTTO') {
    return 'otf';
  }
  if (ascii(0, 4) === 'wOFF') {
    return 'woff';
  }
  return ascii(0, 18) === 'Kaydara FBX Binary' ? 'fbx' : null;
}

function sniffText(head: Uint8Array): FileFormat | null {
  const text = decodeText(head)?.replace(/^\uFEFF/, '');
  if (text === undefined) {
    return null;
  }
  if (/^\s*\{/.test(text)) {
    return 'gltf';
  }
  if (/^\s*; FBX|FBXHeaderExtension\s*:/.test(text)) {
    return 'fbx';
  }
  if (/^\s*solid\b[^\n]*\n[\s\S]*?\b(facet\s+normal|endsolid)\b/.test(text)) {
    return 'stl';
  }
  return /^\s*(v\s+[-+.\d]|mtllib\s|o\s|g\s|f\s+\d)/m.test(text) ? 'obj' : null;
}

/** Formats that say only how long they are. */
function sniffLength(head: Uint8Array, size: number): FileFormat | null {
  if (head.length < 6) {
    return null;
  }
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.getUint16(0, true) === 0x4d4d && view.getUint32(2, true) <= size) {
    return '3ds';
  }
  if (head.length >= STL_HEADER_BYTES) {
    const triangles = view.getUint32(80, true);
    return triangles > 0 && STL_HEADER_BYTES + triangles * STL_TRIANGLE_BYTES === size ? 'stl' : null;
  }
  return null;
}
