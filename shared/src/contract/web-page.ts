import { z } from 'zod';
import { defineRoutes } from './define.ts';

export const webPageRoutes = defineRoutes({
  downloadWebPage: {
    route: 'GET /api/outputs/{id}/web-page',
    auth: 'none',
    summary:
      'Downloads a published scene as a ZIP with a web page that any web server can host, by the signed URL `webPage` of its output.',
    query: z.object({ s: z.string().max(100).default('') }),
    errors: ['auth.link-expired'],
  },
});
