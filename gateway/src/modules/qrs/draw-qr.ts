import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { QrFormat, QrLevel } from '@diorama/shared/contract/qrs.ts';
import PDFDocument from 'pdfkit';
import encodeQR, { type ErrorCorrection } from 'qr';
import { drawPng } from './draw-png.ts';

/** The media type of each form. */
export const QR_TYPES: Record<QrFormat, string> = {
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

/** A run of dark squares in a row of the code; all in squares, from its upper left corner. */
type Run = { x: number; y: number; width: number };
type Code = { side: number; runs: Run[] };

const DRAW: Record<QrFormat, (code: Code, size: number) => Buffer | Promise<Buffer>> = {
  svg: (code, size) => Buffer.from(drawSvg(code, size)),
  png: ({ side, runs }, size) => drawPng({ side, size, runs }),
  pdf: drawPdf,
  eps: (code, size) => Buffer.from(drawEps(code, size)),
};

/**
 * Draws a QR code for a text, black on white with the quiet zone that readers need.
 * @param options - `size` is the side of a square of the code, in pixels of pictures and points of documents
 * @throws CodedError `request.invalid` for pictures above the size limit
 */
export async function drawQr(
  text: string,
  { format, size, level }: { format: QrFormat; size: number; level: QrLevel },
): Promise<Buffer> {
  const squares = encodeQR(text, 'raw', { ecc: CORRECTIONS[level], border: BORDER });
  if (format === 'png' && squares.length * size > MAX_EDGE) {
    throw new CodedError('request.invalid', {
      violations: [{ propertyPath: 'size', code: 'qr.size', params: { count: MAX_EDGE } }],
    });
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
