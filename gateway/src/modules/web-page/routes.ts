import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { webPageRoutes } from '@diorama/shared/contract/web-page.ts';
import { zipLength, zipStream } from '@diorama/shared/server/objects/zip-stream.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { type Urls, WORKSPACE_KEY_VERSION } from '../../web/urls.ts';
import { fileNameOf } from '../compositions/serializer.ts';
import { countDownload, encodeName } from '../files/download.ts';
import { findWebPage, webPageFiles } from './web-page.ts';

/** A published scene as a page for any web server. */
export function webPageHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof webPageRoutes> {
  return {
    downloadWebPage: async ({ params: { id }, query }, { ctx, ip }) => {
      const signed = { object: webPageSubject(id), keyVersion: WORKSPACE_KEY_VERSION, signature: query.s };
      const page = deps.signer.verify(signed) ? await findWebPage(deps, id, ip) : null;
      if (page === null) {
        throw new CodedError('auth.link-expired');
      }
      const files = await webPageFiles(deps, page);
      countDownload(deps, ctx);
      ctx.set({
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(`${fileNameOf(page.name)}-web.zip`)}`,
        'Cache-Control': 'private, no-store',
        'Referrer-Policy': 'no-referrer',
      });
      ctx.type = 'application/zip';
      ctx.body = zipStream(files);
      ctx.length = zipLength(files);
      return undefined;
    },
  };
}

/** Subject of the signature of an output's page. */
export function webPageSubject(outputId: string): string {
  return `web page ${outputId}`;
}
