import { z } from 'zod';
import { defineRoutes } from './define.ts';

export const webPageRoutes = defineRoutes({
  downloadWebPage: {
    route: 'GET /api/outputs/{id}/web-page',
    auth: 'none',
    summary:
      "A published scene as a ZIP with a page that any web server shows without Diorama, by the signed address of its output's `webPage`.",
    query: z.object({ s: z.string().max(100).default('') }),
    errors: ['auth.link-expired'],
  },
});
