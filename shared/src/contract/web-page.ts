import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { idParams } from './hydra.ts';

export const webPageRoutes = defineRoutes({
  downloadWebPage: {
    method: 'GET',
    path: '/api/outputs/{id}/web-page',
    auth: 'none',
    summary:
      'Downloads a published scene as a ZIP with a web page that any web server can host, by the signed URL `webPage` of its output.',
    status: 200,
    params: idParams,
    query: z.object({ s: z.string().max(100).default('') }),
    errors: ['auth.link-expired'],
  },
});
