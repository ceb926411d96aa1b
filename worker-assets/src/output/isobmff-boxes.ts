/** An ISO BMFF box: its type, its offset, and the start and end of its content. */
export type Box = { type: string; at: number; from: number; to: number };

/** Whether bytes are a picture in ISO BMFF, such as AVIF and HEIC. */
export function isBoxed(bytes: Uint8Array): boolean {
  return textAt(bytes, 4) === 'ftyp';
}

/** The consecutive boxes of a byte range, up to the first invalid one. */
export function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
  let at = from;
  while (at + 8 <= to) {
    const short = view.getUint32(at);
    const isLong = short === 1 && at + 16 <= to;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short;
    const head = isLong ? 16 : 8;
    const end = size === 0 ? to : Math.min(at + size, to);
    if (end < at + head) {
      return;
    }
    yield { type: fourLetterCode(view, at + 4), at, from: at + head, to: end };
    at = end;
  }
}

/** The four-letter code at an offset. */
export function fourLetterCode(view: DataView, at: number): string {
  return textAt(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), at);
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
