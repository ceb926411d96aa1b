/** The header of a panorama, read before decoding. */
export type SkySize = { format: 'hdr' | 'exr'; width: number; height: number };

const HEAD_BYTES = 64 * 1024;
const EXR_MAGIC = 0x01312f76;

/** Reads the header of a Radiance HDR or OpenEXR file. @throws for files without one */
export function readSkySize(bytes: Buffer): SkySize {
  const isExr = bytes.length > 8 && bytes.readUInt32LE(0) === EXR_MAGIC;
  return isExr ? readExr(bytes.subarray(0, HEAD_BYTES)) : readHdr(bytes.subarray(0, HEAD_BYTES));
}

function readHdr(head: Buffer): SkySize {
  const text = head.toString('latin1');
  const found = /^#\?(?:RADIANCE|RGBE)[\s\S]*?\n\n?[^\n]*?-Y (\d{1,6}) \+X (\d{1,6})\n/.exec(text);
  if (!found) {
    throw new Error('The head of the panorama cannot be read');
  }
  return { format: 'hdr', height: Number(found[1]), width: Number(found[2]) };
}

/**
 * Checks all lines of a Radiance HDR file: the decoder would fill missing ones with black.
 * @throws when a line is truncated, or of another width
 */
export function assertWholeHdr(bytes: Buffer, { width, height }: Pick<SkySize, 'width' | 'height'>): void {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  const size = `-Y ${height} +X ${width}\n`;
  let at = head.indexOf(size) + size.length;
  for (let line = 0; line < height; line += 1) {
    const isPacked = width >= 8 && width < 32_768 && bytes[at] === 2 && bytes[at + 1] === 2;
    if (!isPacked) {
      at += width * 4;
    } else if (bytes.readUInt16BE(at + 2) === width) {
      at = endOfPackedLine(bytes, at + 4, width);
    } else {
      throw new Error('A line of the panorama is of another width');
    }
    if (at > bytes.length) {
      throw new Error('The panorama ends too early');
    }
  }
}

function endOfPackedLine(bytes: Buffer, from: number, width: number): number {
  let at = from;
  for (let left = width * 4; left > 0; ) {
    const count = bytes[at];
    const isRun = count !== undefined && count > 128;
    const length = isRun ? count - 128 : (count ?? 0);
    if (length === 0 || length > left) {
      throw new Error('A line of the panorama cannot be read');
    }
    left -= length;
    at += isRun ? 2 : 1 + length;
  }
  return at;
}

/** A list of named values, each with its type and length, up to an empty name. */
function readExr(head: Buffer): SkySize {
  for (let at = 8; head[at] !== 0 && at < head.length; ) {
    const [name, afterName] = readName(head, at);
    const [, afterType] = readName(head, afterName);
    const length = head.readInt32LE(afterType);
    if (name === 'dataWindow' && length === 16) {
      const [left, top, right, bottom] = [0, 4, 8, 12].map((step) => head.readInt32LE(afterType + 4 + step));
      return {
        format: 'exr',
        width: (right ?? 0) - (left ?? 0) + 1,
        height: (bottom ?? 0) - (top ?? 0) + 1,
      };
    }
    if (length < 0) {
      break;
    }
    at = afterType + 4 + length;
  }
  throw new Error('The head of the panorama cannot be read');
}

function readName(head: Buffer, at: number): [string, number] {
  const end = head.indexOf(0, at);
  if (end < 0) {
    throw new Error('A name in the head has no end');
  }
  return [head.toString('latin1', at, end), end + 1];
}
