const SIGNATURE = [0x50, 0x4b, 0x03, 0x04] as const;
const HEADER_BYTES = 30;
const NAME_LENGTH_AT = 26;
const LONGEST_NAME = 200;
const USD_LAYER = /\.usd[ac]?$/i;
const PRINT_PART = /^3D\/[^/]+\.model$/i;
/**
 * Relationships part of an Open Packaging archive, which names the root part. That part may have any path.
 */
const PACKAGE = '_rels/.rels';
const ANY_PART = /\.model$/i;

/**
 * Detects archive formats by the names of their entries: USDZ begins with its layer, 3MF has a folder `3D`.
 * An archive whose first bytes show neither may still be a 3MF, see {@link isPrintArchive}.
 */
export function sniffArchive(head: Uint8Array): 'usdz' | '3mf' | 'zip' {
  const names = namesIn(head);
  if (USD_LAYER.test(names[0] ?? '')) {
    return 'usdz';
  }
  return isPrintArchive(names) ? '3mf' : 'zip';
}

/** Whether entries of these names form a 3MF. */
export function isPrintArchive(names: readonly string[]): boolean {
  const isPackage = names.includes(PACKAGE);
  return names.some((name) => PRINT_PART.test(name) || (isPackage && ANY_PART.test(name)));
}

/** Names of the entries whose local headers are within these bytes. */
function namesIn(bytes: Uint8Array): string[] {
  const names: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + HEADER_BYTES <= bytes.length; at += 1) {
    if (SIGNATURE.every((byte, i) => bytes[at + i] === byte)) {
      const length = Math.min(view.getUint16(at + NAME_LENGTH_AT, true), LONGEST_NAME);
      const from = at + HEADER_BYTES;
      names.push(String.fromCharCode(...bytes.subarray(from, from + length)));
    }
  }
  return names;
}
