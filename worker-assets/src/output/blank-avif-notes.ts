import { type Box, boxesIn, textOf } from './boxes.ts';

/** What is said of an item: where its entry says what it is, and its number. */
type Note = { typeAt: number; id: number };

/** Boxes that programs may write what they like into. */
const FREE_TEXT = new Set(['uuid', 'udta']);
const HOLDERS = new Set(['moov', 'trak']);
/** Items that are words about a picture; `mime` is XMP. */
const NOTES = new Set(['Exif', 'mime', 'uri ']);
/** What readers pass by. */
const NOTHING = 'free';

/**
 * Writes zeros over what an AVIF says of where and by whom it was taken (EXIF, XMP), and has its head call it nothing. Nothing
 * moves, as the head names the places of all that is in the file.
 * @returns the same bytes where there is nothing of the kind.
 */
export function blankAvifNotes(bytes: Uint8Array): Uint8Array {
  const plain = bytes.slice();
  const view = new DataView(plain.buffer);
  let found = 0;
  const blank = (from: number, to: number) => plain.fill(0, from, Math.max(from, Math.min(to, plain.length)));
  const visit = (from: number, to: number) => {
    for (const box of boxesIn(view, from, to)) {
      if (HOLDERS.has(box.type)) {
        visit(box.from, box.to);
      } else if (FREE_TEXT.has(box.type)) {
        found += 1;
        name(plain, box.at + 4);
        blank(box.from, box.to);
      } else if (box.type === 'meta') {
        found += blankItems(view, box, { blank, forget: (at) => name(plain, at) });
      }
    }
  };
  visit(0, plain.length);
  return found === 0 ? bytes : plain;
}

type Pen = { blank: (from: number, to: number) => void; forget: (typeAt: number) => void };

/** @returns how many notes were among the items. */
function blankItems(view: DataView, meta: Box, { blank, forget }: Pen): number {
  // Behind its version and flags.
  const parts = [...boxesIn(view, meta.from + 4, meta.to)];
  const [info, places, data] = ['iinf', 'iloc', 'idat'].map((type) => parts.find((box) => box.type === type));
  const notes = info ? [...notesIn(view, info)] : [];
  const extents = places ? extentsIn(view, places) : new Map<number, Extent[]>();
  for (const { typeAt, id } of notes) {
    forget(typeAt);
    for (const { isInside, from, length } of extents.get(id) ?? []) {
      const at = isInside ? (data?.from ?? view.byteLength) + from : from;
      // A length of none is all that follows.
      blank(at, length === 0 ? view.byteLength : at + length);
    }
    extents.delete(id);
  }
  return notes.length;
}

function* notesIn(view: DataView, info: Box): Generator<Note> {
  const counted = info.from < info.to && view.getUint8(info.from) === 0 ? 2 : 4;
  for (const entry of boxesIn(view, info.from + 4 + counted, info.to)) {
    const version = entry.type === 'infe' && entry.from < entry.to ? view.getUint8(entry.from) : 0;
    // Older entries have no types.
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

/** Where bytes of an item lie: in the file, or inside of the box of items. */
type Extent = { isInside: boolean; from: number; length: number };

function extentsIn(view: DataView, places: Box): Map<number, Extent[]> {
  const reader = readerOf(view, places);
  const version = reader.next(1);
  reader.next(3);
  const sizes = reader.next(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const wide = version < 2 ? 2 : 4;
  const extents = new Map<number, Extent[]>();
  for (let left = reader.next(wide); left > 0 && !reader.isOver(); left -= 1) {
    const id = reader.next(wide);
    const isInside = version > 0 && (reader.next(2) & 15) === 1;
    reader.next(2);
    const base = reader.next(baseSize);
    const own: Extent[] = [];
    for (let more = reader.next(2); more > 0 && !reader.isOver(); more -= 1) {
      reader.next(indexSize);
      own.push({ isInside, from: base + reader.next(offsetSize), length: reader.next(lengthSize) });
    }
    extents.set(id, own);
  }
  return extents;
}

/** Reads numbers of so many bytes, one after the other; behind the end they are zeros. */
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

function name(bytes: Uint8Array, at: number): void {
  bytes.set(Buffer.from(NOTHING), at);
}
