import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;
const WHITE = 0xff;

const compress = promisify(deflate);

/** A picture made of squares of equal size. */
export type Squares = {
  /** Squares along an edge. */
  side: number;
  /** The side of a square, in pixels. */
  size: number;
  /** Horizontal runs of dark squares, in squares from the upper left corner. */
  runs: readonly { x: number; y: number; width: number }[];
};

/** A square PNG of one bit per pixel on white. It is compressed outside the event loop. */
export async function drawPng({ side, size, runs }: Squares): Promise<Buffer> {
  const edge = side * size;
  // Each row begins with its filter type, which is none.
  const stride = 1 + Math.ceil(edge / BITS);
  const rows = Buffer.alloc(stride * edge, WHITE);
  for (let y = 0; y < edge; y++) {
    rows[y * stride] = 0;
  }
  for (const { x, y, width } of runs) {
    darken(rows.subarray(y * size * stride + 1), x * size, width * size);
  }
  // All rows of pixels in a row of squares are the same.
  for (let y = 0; y < side; y++) {
    const first = y * size * stride;
    for (let copy = 1; copy < size; copy++) {
      rows.copyWithin(first + copy * stride, first, first + stride);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edge, 0);
  head.writeUInt32BE(edge, 4);
  // One bit of grey, with default compression, filter and interlacing.
  head[8] = 1;
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', await compress(rows)), chunk('IEND')]);
}

function darken(row: Buffer, x: number, width: number): void {
  for (let at = x; at < x + width; at++) {
    const byte = Math.floor(at / BITS);
    row[byte] = (row[byte] ?? WHITE) & ~(0x80 >> (at % BITS));
  }
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const made = Buffer.alloc(body.length + 8);
  made.writeUInt32BE(data.length, 0);
  body.copy(made, 4);
  made.writeUInt32BE(crc32(body), body.length + 4);
  return made;
}
