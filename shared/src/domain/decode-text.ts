const UTF_16 = { little: 'utf-16le', big: 'utf-16be' } as const;
/** Number of characters checked to detect UTF-16 without a byte order mark. */
const LETTERS = 16;

/**
 * Decodes a file in UTF-8, or in UTF-16 as some tools on Windows write it, with or without a byte order
 * mark.
 * @returns `null` for bytes with zeros, which are not text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const order = utf16Order(bytes);
  if (order) {
    return new TextDecoder(UTF_16[order]).decode(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  }
  return bytes.includes(0) ? null : new TextDecoder().decode(bytes);
}

function utf16Order(bytes: Uint8Array): keyof typeof UTF_16 | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) {
    return 'little';
  }
  if (first === 0xfe && second === 0xff) {
    return 'big';
  }
  const head = bytes.subarray(0, LETTERS * 2);
  // Our formats begin with ASCII, so in UTF-16 every other byte is zero, and never two in a row.
  const isEach = (from: number) =>
    head.length >= LETTERS && head.every((byte, i) => (byte === 0) === (i % 2 === from));
  return isEach(1) ? 'little' : isEach(0) ? 'big' : null;
}
