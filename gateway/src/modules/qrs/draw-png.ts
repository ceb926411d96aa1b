import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;
const WHITE = 0xff;

/**
 * A square PNG of one bit a pixel, white where nothing is darkened.
 * @param darken - is given what darkens `width` pixels of row `y` from `x` on
 */
export function drawPng(
  side: number,
  darken: (run: (x: number, y: number, width: number) => void) => void,
): Buffer {
  // Each row begins with the number of its filter, which is none.
  const stride = 1 + Math.ceil(side / BITS);
  const rows = Buffer.alloc(stride * side, WHITE);
  for (let y = 0; y < side; y++) {
    rows[y * stride] = 0;
  }
  darken((x, y, width) => {
    for (let at = x; at < x + width; at++) {
      const byte = y * stride + 1 + Math.floor(at / BITS);
      rows[byte] = (rows[byte] ?? WHITE) & ~(0x80 >> (at % BITS));
    }
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // One bit of grey; compression, filter and interlacing are the only or plain ones.
  head[8] = 1;
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const made = Buffer.alloc(body.length + 8);
  made.writeUInt32BE(data.length, 0);
  body.copy(made, 4);
  made.writeUInt32BE(crc32(body), body.length + 4);
  return made;
}
