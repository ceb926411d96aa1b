import { z } from 'zod';
import { defineRoutes } from './define.ts';

/** File formats of QR codes. */
export const QR_FORMATS = ['svg', 'pdf', 'png', 'eps'] as const;
export type QrFormat = (typeof QR_FORMATS)[number];

/** QR error correction levels: 7, 15, 25 and 30 percent of the code may be damaged. */
export const QR_LEVELS = ['L', 'M', 'Q', 'H'] as const;
export type QrLevel = (typeof QR_LEVELS)[number];

/** Longest link in a QR code, in bytes, so that a printed code stays readable. */
export const MAX_QR_LINK = 1_000;

const qr = z.object({
  data: z.object({
    link: z
      .url({ protocol: /^https?$/ })
      .max(MAX_QR_LINK)
      .refine(isShort, { abort: true }),
  }),
  format: z.enum(QR_FORMATS).default('svg'),
  /** Side of one module of the code: pixels in pictures, points in documents. */
  size: z.number().int().min(1).max(64).default(24),
  level: z.enum(QR_LEVELS).default('M'),
});

function isShort(link: string): boolean {
  return new TextEncoder().encode(link).length <= MAX_QR_LINK;
}

export const qrRoutes = defineRoutes({
  generateQr: {
    route: 'POST /qrs/generate',
    summary: 'Generates a QR code for a link, as SVG text or a data URL.',
    limit: 'qrs',
    body: qr,
    response: z.object({ content: z.string() }),
  },
  downloadQr: {
    route: 'POST /qrs/generate/download',
    summary: 'Downloads the QR code as a file.',
    limit: 'qrs',
    body: qr,
  },
});
