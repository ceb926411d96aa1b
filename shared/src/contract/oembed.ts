import { z } from 'zod';
import { defineRoutes } from './define.ts';

const pixels = z.coerce.number().int().min(1).max(10_000);

export const oembedRoutes = defineRoutes({
  getOembed: {
    route: 'GET /oembed',
    auth: 'none',
    summary: 'Returns the oEmbed description of a published scene, as specified at https://oembed.com.',
    query: z.object({
      url: z.string().max(2_000),
      maxwidth: pixels.optional(),
      maxheight: pixels.optional(),
      /** Only `json` is supported; other formats get a different error than malformed values. */
      format: z.string().max(100).optional(),
    }),
    response: z.object({
      version: z.literal('1.0'),
      type: z.literal('rich'),
      provider_name: z.string(),
      provider_url: z.string(),
      title: z.string(),
      author_name: z.string().optional(),
      html: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      thumbnail_url: z.string().optional(),
      thumbnail_width: z.number().int().optional(),
      thumbnail_height: z.number().int().optional(),
      cache_age: z.number().int(),
    }),
    errors: ['request.not-found', 'scene.expired', 'security.scene.blocked', 'oembed.format'],
    answersPlainJson: true,
  },
});
