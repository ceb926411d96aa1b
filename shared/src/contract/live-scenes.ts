import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { time } from './fields.ts';
import { OPEN_SCENE_ERRORS } from './open-scene-errors.ts';

export const liveSceneRoutes = defineRoutes({
  openLiveScene: {
    route: 'GET /api/public/scenes/{uuid}/live',
    auth: 'none',
    summary:
      'Returns a /collab token that lets a visitor follow a published scene while it is edited, if its link is live.',
    params: z.object({ uuid: z.uuid() }),
    response: z.object({
      token: z.string(),
      expiresAt: time,
      /**
       * Assets of the scene's current version. Clients fetch them again when the scene references other
       * assets.
       */
      assets: z.record(z.string(), z.object({ url: z.string(), mobileUrl: z.string().nullable() })),
    }),
    errors: [...OPEN_SCENE_ERRORS, 'security.not-allowed'],
  },
  watchScene: {
    route: 'GET /api/public/scenes/{uuid}/watch',
    auth: 'none',
    summary:
      'Server-sent events for visitors of a published scene: `changed` when it is closed, has another password or shows other content, `comments` when new comments are visible.',
    params: z.object({ uuid: z.uuid() }),
    bodyKind: 'raw',
    isStream: true,
    errors: ['request.not-found', 'scene.expired', 'security.scene.blocked', 'request.too-many'],
  },
});
