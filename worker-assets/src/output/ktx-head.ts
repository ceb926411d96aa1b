const IDENTIFIER = Uint8Array.of(0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a);
const HEAD_BYTES = 80;
const LEVEL_BYTES = 24;

/** The header of a KTX2 file, or null for another file. */
export function ktxHead(bytes: Uint8Array) {
  if (bytes.length < HEAD_BYTES + LEVEL_BYTES || !IDENTIFIER.every((byte, i) => bytes[i] === byte)) {
    return null;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = (offset: number) => view.getUint32(offset, true);
  return {
    format: at(12),
    width: at(20),
    height: at(24),
    isFlat: at(24) > 0 && at(28) === 0,
    isArray: at(32) > 0,
    isCube: at(36) !== 1,
    scheme: at(44),
    /** Offset of the largest mip level. */
    start: Number(view.getBigUint64(HEAD_BYTES, true)),
    length: Number(view.getBigUint64(HEAD_BYTES + 8, true)),
  };
}
