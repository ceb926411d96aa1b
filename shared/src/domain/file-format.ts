import { decodeText } from './decode-text.ts';
import type { FileFormat } from './formats.ts';
import { sniffArchive } from './sniff-archive.ts';
import { filledStlText, isBinaryStl, isStlText, looksLikeStl } from './sniff-stl.ts';
import { isTga } from './sniff-tga.ts';

/** Number of leading bytes of a file that are sufficient to detect its format. */
export const SNIFF_BYTES = 64 * 1024;

const AVIF_BRANDS = new Set(['avif', 'avis']);
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
const SOUND_BRANDS = new Set(['M4A ', 'M4B ']);
/** Offset of the compatible brands in the leading `ftyp` box of a file. */
const BRANDS_AT = 16;
const MAX_BRANDS = 16;

/**
 * Detects the format of a file from its first bytes.
 * @param head the first {@link SNIFF_BYTES} of the file, or all of a shorter one.
 * @param size the whole file's size in bytes: a binary STL has no signature but its length.
 * @returns `null` for formats that Diorama does not support.
 */
export function sniffFormat(head: Uint8Array, size: number): FileFormat | null {
  return sniffSignature(head) ?? sniffText(head, size) ?? sniffLength(head, size);
}

function sniffSignature(head: Uint8Array): FileFormat | null {
  const ascii = (from: number, length: number) => String.fromCharCode(...head.subarray(from, from + length));
  if (ascii(0, 4) === 'glTF') {
    return 'glb';
  }
  if (ascii(0, 4) === 'PK\x03\x04') {
    return sniffArchive(head);
  }
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') {
    return 'png';
  }
  if (ascii(0, 3) === '\xff\xd8\xff') {
    return 'jpeg';
  }
  if (ascii(0, 4) === 'II*\0' || ascii(0, 4) === 'MM\0*') {
    return 'tiff';
  }
  if (ascii(0, 4) === 'RIFF' && ascii(8, 4) === 'WEBP') {
    return 'webp';
  }
  if (ascii(0, 4) === 'RIFF' && ascii(8, 4) === 'WAVE') {
    return 'wav';
  }
  if (ascii(0, 4) === 'OggS') {
    return 'ogg';
  }
  if (ascii(0, 3) === 'ID3' || isMp3Frame(head)) {
    return 'mp3';
  }
  if (ascii(4, 4) === 'ftyp') {
    return sniffBrand(head);
  }
  // The body of a PLY may be binary numbers.
  if (/^ply[ \t]*[\r\n]/.test(ascii(0, 8))) {
    return 'ply';
  }
  if (ascii(0, 8) === 'PXR-USDC') {
    return 'usdc';
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
  if (ascii(0, 4) === 'wOF2') {
    return 'woff2';
  }
  return ascii(0, 18) === 'Kaydara FBX Binary' ? 'fbx' : null;
}

/**
 * Detects AVIF, HEIC or M4A, which share one container. Pictures may list generic brands in addition to the specific
 * one.
 */
function sniffBrand(head: Uint8Array): FileFormat | null {
  const end = Math.min(new DataView(head.buffer, head.byteOffset).getUint32(0), BRANDS_AT + MAX_BRANDS * 4);
  const brands = [brandAt(head, 8)];
  for (let at = BRANDS_AT; at + 4 <= Math.min(end, head.length); at += 4) {
    brands.push(brandAt(head, at));
  }
  if (AVIF_BRANDS.has(brands[0] ?? '')) {
    return 'avif';
  }
  if (brands.some((brand) => SOUND_BRANDS.has(brand))) {
    return 'm4a';
  }
  if (!HEIC_BRANDS.has(brands[0] ?? '')) {
    return null;
  }
  return brands.some((brand) => AVIF_BRANDS.has(brand)) ? 'avif' : 'heic';
}

/** Whether a file begins with a frame of MPEG audio, layer III: its header has no reserved values. */
function isMp3Frame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const isLayer3 = first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08;
  return isLayer3 && ![0x00, 0xf0].includes(third & 0xf0) && (third & 0x0c) !== 0x0c;
}

function brandAt(head: Uint8Array, at: number): string {
  return String.fromCharCode(...head.subarray(at, at + 4));
}

function sniffText(head: Uint8Array, size: number): FileFormat | null {
  const text = decodeText(head)?.replace(/^\uFEFF/, '');
  if (text === undefined) {
    return filledStlText(head) === null ? null : 'stl';
  }
  if (/^\s*\{/.test(text)) {
    return 'gltf';
  }
  if (/^#usda\b/.test(text)) {
    return 'usda';
  }
  if (beginsAsCollada(text)) {
    return 'dae';
  }
  if (/^\s*; FBX|FBXHeaderExtension\s*:/.test(text)) {
    return 'fbx';
  }
  if (isStlText(text)) {
    return 'stl';
  }
  const isObj = /^[^\S\r\n]*([vV]\s+[-+.\d]|mtllib\s|MTLLIB\s|o\s|g\s|[fF]\s+\d)/m.test(text);
  return isObj || (size > head.length && isComment(text)) ? 'obj' : null;
}

/** Whether a text has only OBJ comments: licences and logs may be longer than the sniffed head of a file. */
function isComment(text: string): boolean {
  return text.split(/[\r\n]+/).every((line) => /^\s*(#|$)/.test(line));
}

/** Root element of Collada, with an optional namespace prefix. */
const COLLADA = /<(?:[\w-]{1,20}:)?COLLADA[\s>]/;
/** Bytes that are enough to recognise the root element. */
const MAX_LETTERS = 40;

/**
 * Whether the root element of an XML text is Collada's. Scans step by step, as a single regular expression
 * would be open to catastrophic backtracking.
 */
function beginsAsCollada(text: string): boolean {
  let at = 0;
  for (;;) {
    at += /^\s*/.exec(text.slice(at, at + 1000))?.[0].length ?? 0;
    const rest = text.slice(at, at + MAX_LETTERS);
    const end = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : null;
    if (end === null) {
      return rest.startsWith('<!DOCTYPE') ? COLLADA.test(text) : rest.search(COLLADA) === 0;
    }
    const closed = text.indexOf(end, at);
    if (closed < 0) {
      return false;
    }
    at = closed + end.length;
  }
}

/** Detects formats that are recognisable by their length only. */
function sniffLength(head: Uint8Array, size: number): FileFormat | null {
  if (head.length < 6) {
    return null;
  }
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.getUint16(0, true) === 0x4d4d && view.getUint32(2, true) <= size) {
    return '3ds';
  }
  if (isBinaryStl(head, size)) {
    return 'stl';
  }
  if (isTga(head, size)) {
    return 'tga';
  }
  return looksLikeStl(head, size) ? 'stl' : null;
}
