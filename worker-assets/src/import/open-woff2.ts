import decompress from 'woff2-encoder/decompress';

const SIGNATURE = 'wOF2';
/** Offset of the unpacked font's size in the header. */
const TOTAL_SIZE_AT = 16;

/** Whether a font is packed as WOFF2, which neither pages nor workers can render. */
export function isWoff2(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === SIGNATURE;
}

/**
 * Unpacks a WOFF2 to its TrueType or OpenType font with Google's reader.
 * The reader rejects files that grow more than a hundredfold, and stops at 30 MB.
 * @throws for damaged files, and for fonts of more than so many bytes.
 */
export async function openWoff2(
  bytes: Uint8Array,
  { maxBytes }: { maxBytes: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const said = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(TOTAL_SIZE_AT);
  if (said > maxBytes) {
    throw new Error('The font is too large when unpacked');
  }
  const font = await decompress(bytes);
  if (font.length > maxBytes) {
    throw new Error('The font is too large when unpacked');
  }
  return new Uint8Array(font);
}
