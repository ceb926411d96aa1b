import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { idParams } from './hydra.ts';

export const webPageRoutes = defineRoutes({
  downloadWebPage: {
    method: 'GET',
    path: '/api/outputs/{id}/web-page',
    auth: 'none',
    summary:
      "A published scene as a ZIP with a page that any web server shows without Diorama, by the signed address of its output's `webPage`.",
    status: 200,
    params: idParams,
    query: z.object({ s: z.string().max(100).default('') }),
    errors: ['auth.link-expired'],
  },
});
