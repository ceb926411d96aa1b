import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { invalidField } from '@diorama/shared/contract/errors.ts';
import type { QrFormat, QrLevel, qrRoutes } from '@diorama/shared/contract/qrs.ts';
import PDFDocument from 'pdfkit';
import encodeQR, { type ErrorCorrection } from 'qr';
import type { HandlersOf } from '../../contract/handler.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;
const WHITE = 0xff;
const compress = promisify(deflate);

/** The media type of each form. */
const QR_TYPES: Record<QrFormat, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  pdf: 'application/pdf',
  eps: 'application/postscript',
};
const CORRECTIONS: Record<QrLevel, ErrorCorrection> = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' };

/** Width of the quiet zone that readers need, in squares. */
const BORDER = 4;

/** The longest edge of a picture, in pixels. The picture is held in memory as a whole. */
const MAX_EDGE = 4_096;

const DRAW: Record<QrFormat, (code: Code, size: number) => Buffer | Promise<Buffer>> = {
  svg: (code, size) => Buffer.from(drawSvg(code, size)),
  png: ({ side, runs }, size) => drawPng({ side, size, runs }),
  pdf: drawPdf,
  eps: (code, size) => Buffer.from(drawEps(code, size)),
};

/** QR codes for a URL. */
export function qrHandlers(): HandlersOf<typeof qrRoutes> {
  return {
    generateQr: async ({ body }) => {
      const bytes = await drawQr(body.data.link, body);
      return { content: body.format === 'svg' ? bytes.toString('utf8') : dataUrl(body.format, bytes) };
    },

    downloadQr: async ({ body }, { ctx }) => {
      const bytes = await drawQr(body.data.link, body);
      ctx.status = 200;
      ctx.attachment(`qr-code.${body.format}`);
      ctx.type = QR_TYPES[body.format];
      ctx.body = bytes;
      return undefined;
    },
  };
}

function dataUrl(format: QrFormat, bytes: Buffer): string {
  return `data:${QR_TYPES[format]};base64,${bytes.toString('base64')}`;
}

/** A run of dark squares in a row of the code; all in squares, from its upper left corner. */
type Run = { x: number; y: number; width: number };

type Code = { side: number; runs: Run[] };

/**
 * Draws a QR code for a text, black on white with the quiet zone that readers need.
 * @param options - `size` is the side of a square of the code, in pixels of pictures and points of documents
 * @throws CodedError `request.invalid` for pictures above the size limit
 */
async function drawQr(
  text: string,
  { format, size, level }: { format: QrFormat; size: number; level: QrLevel },
): Promise<Buffer> {
  const squares = encodeQR(text, 'raw', { ecc: CORRECTIONS[level], border: BORDER });
  if (format === 'png' && squares.length * size > MAX_EDGE) {
    throw invalidField('size', 'qr.size', { params: { count: MAX_EDGE } });
  }
  return DRAW[format]({ side: squares.length, runs: squares.flatMap(runsOf) }, size);
}

function runsOf(row: boolean[], y: number): Run[] {
  const runs: Run[] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (isDark && last && last.x + last.width === x) {
      last.width += 1;
    } else if (isDark) {
      runs.push({ x, y, width: 1 });
    }
  }
  return runs;
}

function drawSvg({ side, runs }: Code, size: number): string {
  const path = runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  const edge = side * size;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}

function drawEps({ side, runs }: Code, size: number): string {
  const edge = side * size;
  // PostScript counts upwards from the lower left corner.
  const squares = runs.map(({ x, y, width }) => `${x} ${side - 1 - y} ${width} 1 rectfill`);
  return [
    '%!PS-Adobe-3.0 EPSF-3.0',
    `%%BoundingBox: 0 0 ${edge} ${edge}`,
    '%%Title: QR code',
    '%%LanguageLevel: 2',
    '%%EndComments',
    'gsave',
    `${size} ${size} scale`,
    `1 setgray 0 0 ${side} ${side} rectfill 0 setgray`,
    ...squares,
    'grestore',
    '%%EOF',
    '',
  ].join('\n');
}

async function drawPdf({ side, runs }: Code, size: number): Promise<Buffer> {
  const edge = side * size;
  const pdf = new PDFDocument({ size: [edge, edge], margin: 0, info: { Title: 'QR code' } });
  pdf.rect(0, 0, edge, edge).fill('#ffffff');
  for (const { x, y, width } of runs) {
    pdf.rect(x * size, y * size, width * size, size);
  }
  pdf.fill('#000000');
  pdf.end();
  return Buffer.concat(await pdf.toArray());
}

/** A picture made of squares of equal size. */
type Squares = {
  /** Squares along an edge. */
  side: number;
  /** The side of a square, in pixels. */
  size: number;
  /** Horizontal runs of dark squares, in squares from the upper left corner. */
  runs: readonly { x: number; y: number; width: number }[];
};

/** A square PNG of one bit per pixel on white. It is compressed outside the event loop. */
async function drawPng({ side, size, runs }: Squares): Promise<Buffer> {
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
