import { type Box, boxesIn, fourLetterCode, isBoxed } from './isobmff-boxes.ts';

/** Boxes with content that programs define freely. */
const FREE_TEXT = new Set(['uuid', 'udta']);
const HOLDERS = new Set(['moov', 'trak']);

/** Item types with metadata; `mime` is XMP. */
const NOTES = new Set(['Exif', 'mime', 'uri ']);

/** Box type that readers skip. */
const NOTHING = Buffer.from('free');

/** A byte range of a file. */
type Span = readonly [from: number, to: number];

const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
/** PNG chunks to keep: critical ones, transparency, colours, print size and animation frames. */
const SHOWN_PNG = /^([A-Z]...|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|sBIT|bKGD|hIST|pHYs|acTL|fcTL|fdAT)$/;
const SHOWN_WEBP = /^(VP8[X L]|ALPH|ANIM|ANMF|ICCP)$/;
/** Flags of EXIF and XMP in a WebP header. */
const WEBP_NOTES = 0x08 | 0x04;

/** JPEG markers, without their first byte. */
const JPEG = {
  /** A marker without content. */
  alone: 0x01,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  app0: 0xe0,
  app2: 0xe2,
  app14: 0xee,
  comment: 0xfe,
} as const;

/**
 * Removes everything from a JPEG, PNG, WebP or AVIF that its pixels do not need: metadata about place and
 * author (EXIF, XMP, IPTC), comments, appended pictures and videos. Pixels and colour profiles keep their
 * bytes; the orientation is removed with the other metadata. A truncated file or one with extra bytes is read
 * like lenient decoders do.
 * @returns the same bytes when there is no metadata, for other formats, and for a damaged WebP.
 */
export function stripMetadata(bytes: Uint8Array): Uint8Array {
  const spans = spansOf(bytes);
  if (!spans) {
    return isBoxed(bytes) ? blankAvifMetadata(bytes) : bytes;
  }
  if (spans.reduce((sum, [from, to]) => sum + to - from, 0) === bytes.length) {
    return bytes;
  }
  const plain = new Uint8Array(Buffer.concat(spans.map(([from, to]) => bytes.subarray(from, to))));
  return isWebp(bytes) ? withWebpHead(plain) : plain;
}

/** The byte ranges to keep, or null for unknown or damaged files. */
function spansOf(bytes: Uint8Array): Span[] | null {
  if (bytes[0] === 0xff && bytes[1] === JPEG.start) {
    return spansOfJpeg(bytes);
  }
  if (PNG_HEAD.every((byte, i) => bytes[i] === byte)) {
    return spansOfPng(bytes);
  }
  return isWebp(bytes) ? spansOfWebp(bytes) : null;
}

function spansOfJpeg(bytes: Uint8Array): Span[] {
  const spans: Span[] = [[0, 2]];
  let at = markerFrom(bytes, 2);
  while (at >= 0 && bytes[at + 1] !== JPEG.end) {
    const to = endOfSegment(bytes, at);
    if (isShownInJpeg(bytes, { marker: bytes[at + 1] ?? 0, from: at + 4, to })) {
      spans.push([at, to]);
    }
    at = markerFrom(bytes, to);
  }
  // A JPEG may end without an end marker.
  return at < 0 ? spans : [...spans, [at, at + 2]];
}

/** Offset of the next marker, skipping other bytes as decoders do; -1 at the end. */
function markerFrom(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && (bytes[at + 1] === 0 || bytes[at + 1] === 0xff)) {
    at = bytes.indexOf(0xff, at + 1);
  }
  return at + 1 < bytes.length ? at : -1;
}

/** End of a segment, at most the end of the file. */
function endOfSegment(bytes: Uint8Array, at: number): number {
  const marker = bytes[at + 1] ?? 0;
  if (marker === JPEG.alone || isRestart(marker)) {
    return at + 2;
  }
  const length = Math.max((bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0), 2);
  const end = Math.min(at + 2 + length, bytes.length);
  return marker === JPEG.scan ? endOfScan(bytes, end) : end;
}

/** Whether an application segment contains colour information. */
function isShownInJpeg(
  bytes: Uint8Array,
  { marker, from, to }: { marker: number; from: number; to: number },
): boolean {
  const begins = (text: string) => nameAt(bytes, from, Math.min(text.length, to - from)) === text;
  if (marker === JPEG.app0) {
    return begins('JFIF\0');
  }
  if (marker === JPEG.app2) {
    return begins('ICC_PROFILE\0');
  }
  const isFree = marker >= JPEG.app0 && marker <= 0xef;
  return marker === JPEG.app14 || (!isFree && marker !== JPEG.comment);
}

/** End of the entropy-coded data: the next marker that is not a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = markerFrom(bytes, from);
  while (at >= 0 && isRestart(bytes[at + 1] ?? 0)) {
    at = markerFrom(bytes, at + 2);
  }
  return at < 0 ? bytes.length : at;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

function spansOfPng(bytes: Uint8Array): Span[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const spans: Span[] = [[0, PNG_HEAD.length]];
  let at: number = PNG_HEAD.length;
  while (at + 8 <= bytes.length) {
    const name = nameAt(bytes, at + 4, 4);
    const to = Math.min(at + 12 + view.getUint32(at), bytes.length);
    if (SHOWN_PNG.test(name)) {
      spans.push([at, to]);
    }
    if (name === 'IEND') {
      break;
    }
    at = to;
  }
  return spans;
}

function isWebp(bytes: Uint8Array): boolean {
  return nameAt(bytes, 0, 4) === 'RIFF' && nameAt(bytes, 8, 4) === 'WEBP';
}

function spansOfWebp(bytes: Uint8Array): Span[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(bytes.length, 8 + view.getUint32(4, true));
  const spans: Span[] = [[0, 12]];
  let at = 12;
  while (at + 8 <= end) {
    const size = view.getUint32(at + 4, true);
    // Chunks begin at even offsets.
    const to = at + 8 + size + (size % 2);
    if (at + 8 + size > end) {
      return null;
    }
    if (SHOWN_WEBP.test(nameAt(bytes, at, 4))) {
      spans.push([at, Math.min(to, end)]);
    }
    at = to;
  }
  return spans;
}

/** Updates the file size in a WebP header, and clears the metadata flags. */
function withWebpHead(bytes: Uint8Array): Uint8Array {
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true);
  if (nameAt(bytes, 12, 4) === 'VP8X') {
    bytes[20] = (bytes[20] ?? 0) & ~WEBP_NOTES;
  }
  return bytes;
}

function nameAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** A range of bytes. */
type Stretch = Pick<Box, 'from' | 'to'>;

/** Offsets of the types of metadata items, and the ranges of their content. */
type Found = { names: number[]; boxes: Stretch[] };

/** A metadata item: the offset of its type, and its id. */
type Note = { typeAt: number; id: number };

/**
 * Overwrites the metadata of an AVIF about place and author (EXIF, XMP) with zeros, and marks it as free. No
 * byte moves, because the header contains absolute offsets. The header is untrusted: boxes may nest without
 * end, and items may overlap.
 * @returns the same bytes when there is no such metadata.
 */
function blankAvifMetadata(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Found = { names: [], boxes: [] };
  const holders: Stretch[] = [{ from: 0, to: bytes.length }];
  for (let holder = holders.pop(); holder; holder = holders.pop()) {
    for (const box of boxesIn(view, holder.from, holder.to)) {
      if (HOLDERS.has(box.type)) {
        holders.push(box);
      } else if (FREE_TEXT.has(box.type)) {
        found.names.push(box.at + 4);
        found.boxes.push(box);
      } else if (box.type === 'meta') {
        findItems(view, box, found);
      }
    }
  }
  return found.names.length === 0 ? bytes : without(bytes, found);
}

/** A copy with the ranges zeroed, each byte once, even if many items overlap. */
function without(bytes: Uint8Array, { names, boxes }: Found): Uint8Array {
  // The `slice` of a Buffer would not copy.
  const plain = new Uint8Array(bytes);
  let done = 0;
  for (const { from, to } of boxes.sort((a, b) => a.from - b.from)) {
    plain.fill(0, Math.max(from, done), Math.max(to, done));
    done = Math.max(to, done);
  }
  for (const at of names) {
    plain.set(NOTHING, at);
  }
  return plain;
}

function findItems(view: DataView, meta: Box, { names, boxes }: Found): void {
  // After its version and flags.
  const parts = [...boxesIn(view, meta.from + 4, meta.to)];
  const [info, places, data] = ['iinf', 'iloc', 'idat'].map((type) => parts.find((box) => box.type === type));
  const ids = new Set<number>();
  for (const { typeAt, id } of info ? notesIn(view, info) : []) {
    names.push(typeAt);
    ids.add(id);
  }
  for (const { id, isInside, from, length } of places ? extentsIn(view, places) : []) {
    if (ids.has(id)) {
      const at = isInside ? (data?.from ?? view.byteLength) + from : from;
      // A length of zero means the rest of the file.
      boxes.push({ from: at, to: length === 0 ? view.byteLength : at + length });
    }
  }
}

function* notesIn(view: DataView, info: Box): Generator<Note> {
  const counted = info.from < info.to && view.getUint8(info.from) === 0 ? 2 : 4;
  for (const entry of boxesIn(view, info.from + 4 + counted, info.to)) {
    const version = entry.type === 'infe' && entry.from < entry.to ? view.getUint8(entry.from) : 0;
    // Entries of older versions have no types.
    if (version < 2) {
      continue;
    }
    const at = entry.from + 4;
    const typeAt = at + (version === 2 ? 2 : 4) + 2;
    if (typeAt + 4 <= entry.to && NOTES.has(fourLetterCode(view, typeAt))) {
      yield { typeAt, id: version === 2 ? view.getUint16(at) : view.getUint32(at) };
    }
  }
}

/** Byte range of an item, in the file or in the item data box. */
type Extent = { id: number; isInside: boolean; from: number; length: number };

function* extentsIn(view: DataView, places: Box): Generator<Extent> {
  const reader = readerOf(view, places);
  const version = reader.next(1);
  reader.next(3);
  const sizes = reader.next(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  // Entries without sizes take no bytes and are all equal.
  const most = offsetSize + lengthSize + indexSize === 0 ? 1 : Number.POSITIVE_INFINITY;
  const wide = version < 2 ? 2 : 4;
  for (let left = reader.next(wide); left > 0 && !reader.isOver(); left -= 1) {
    const id = reader.next(wide);
    const isInside = version > 0 && (reader.next(2) & 15) === 1;
    reader.next(2);
    const base = reader.next(baseSize);
    for (let more = Math.min(reader.next(2), most); more > 0 && !reader.isOver(); more -= 1) {
      reader.next(indexSize);
      yield { id, isInside, from: base + reader.next(offsetSize), length: reader.next(lengthSize) };
    }
  }
}

/** Reads consecutive numbers of variable size; behind the end they are zero. */
function readerOf(view: DataView, { from, to }: Box) {
  let at = from;
  return {
    isOver: () => at >= to,
    next: (bytes: number): number => {
      let value = 0;
      for (let i = 0; i < bytes; i += 1, at += 1) {
        value = value * 256 + (at < to ? view.getUint8(at) : 0);
      }
      return value;
    },
  };
}
