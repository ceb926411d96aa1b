import type { QrFormat, qrRoutes } from '@diorama/shared/contract/qrs.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import { drawQr, QR_TYPES } from './draw-qr.ts';

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
