/** Number of leading bytes that {@link readTgaHead} reads. */
export const TGA_HEAD_BYTES = 18;
/** TGA image types: palette, true colour, greyscale. Run-length encoded types are eight higher. */
const KINDS = { palette: 1, colors: 2, greys: 3 } as const;
const PACKED = 8;
const LONGEST_RUN = 128;
const PIXEL_BITS: Readonly<Record<number, readonly number[]>> = {
  [KINDS.palette]: [8, 16],
  [KINDS.colors]: [16, 24, 32],
  [KINDS.greys]: [8, 16],
};

/** Parsed header of a TGA. */
export type TgaHead = { width: number; height: number };

/**
 * Parses the header of a TGA, which has no signature: all fields must be consistent with each other and with
 * the file size.
 * @returns `null` for other content.
 */
export function readTgaHead(head: Uint8Array, size: number): TgaHead | null {
  if (head.length < TGA_HEAD_BYTES) {
    return null;
  }
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const [idBytes, paletteKind, code] = [view.getUint8(0), view.getUint8(1), view.getUint8(2)];
  const isPacked = code > PACKED;
  const kind = isPacked ? code - PACKED : code;
  const paletteBytes = view.getUint16(5, true) * Math.ceil(view.getUint8(7) / 8);
  const [width, height] = [view.getUint16(12, true), view.getUint16(14, true)];
  const [bits, flags] = [view.getUint8(16), view.getUint8(17)];
  const isSound =
    PIXEL_BITS[kind]?.includes(bits) === true &&
    (kind === KINDS.palette ? paletteKind === 1 && paletteBytes > 0 : paletteKind === 0) &&
    width > 0 &&
    height > 0 &&
    (flags & 0xc0) === 0 &&
    (flags & 0x0f) <= 8;
  const pixelBytes = bits / 8;
  const fewest = isPacked
    ? Math.ceil((width * height) / LONGEST_RUN) * (1 + pixelBytes)
    : width * height * pixelBytes;
  return isSound && size >= TGA_HEAD_BYTES + idBytes + paletteBytes + fewest ? { width, height } : null;
}

/** Whether a file is a TGA, by header and length. */
export function isTga(head: Uint8Array, size: number): boolean {
  return readTgaHead(head, size) !== null;
}
