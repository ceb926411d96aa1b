import { type Box, boxesIn, textOf } from './isobmff-boxes.ts';

/** A range of bytes. */
type Stretch = Pick<Box, 'from' | 'to'>;
/** Offsets of the types of metadata items, and the ranges of their content. */
type Found = { names: number[]; said: Stretch[] };
/** A metadata item: the offset of its type, and its id. */
type Note = { typeAt: number; id: number };

/** Boxes with content that programs define freely. */
const FREE_TEXT = new Set(['uuid', 'udta']);
const HOLDERS = new Set(['moov', 'trak']);
/** Item types with metadata; `mime` is XMP. */
const NOTES = new Set(['Exif', 'mime', 'uri ']);
/** Box type that readers skip. */
const NOTHING = Buffer.from('free');

/**
 * Overwrites the metadata of an AVIF about place and author (EXIF, XMP) with zeros, and marks it as free. No
 * byte moves, because the header contains absolute offsets. The header is untrusted: boxes may nest without
 * end, and items may overlap.
 * @returns the same bytes when there is no such metadata.
 */
export function blankAvifMetadata(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Found = { names: [], said: [] };
  const holders: Stretch[] = [{ from: 0, to: bytes.length }];
  for (let holder = holders.pop(); holder; holder = holders.pop()) {
    for (const box of boxesIn(view, holder.from, holder.to)) {
      if (HOLDERS.has(box.type)) {
        holders.push(box);
      } else if (FREE_TEXT.has(box.type)) {
        found.names.push(box.at + 4);
        found.said.push(box);
      } else if (box.type === 'meta') {
        findItems(view, box, found);
      }
    }
  }
  return found.names.length === 0 ? bytes : without(bytes, found);
}

/** A copy with the ranges zeroed, each byte once, even if many items overlap. */
function without(bytes: Uint8Array, { names, said }: Found): Uint8Array {
  // The `slice` of a Buffer would not copy.
  const plain = new Uint8Array(bytes);
  let done = 0;
  for (const { from, to } of said.sort((a, b) => a.from - b.from)) {
    plain.fill(0, Math.max(from, done), Math.max(to, done));
    done = Math.max(to, done);
  }
  for (const at of names) {
    plain.set(NOTHING, at);
  }
  return plain;
}

function findItems(view: DataView, meta: Box, { names, said }: Found): void {
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
      said.push({ from: at, to: length === 0 ? view.byteLength : at + length });
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
    if (typeAt + 4 <= entry.to && NOTES.has(textOf(view, typeAt))) {
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
