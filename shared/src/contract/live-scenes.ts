import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { time } from './fields.ts';
import { OPEN_SCENE_ERRORS } from './open-scene-errors.ts';

export const liveSceneRoutes = defineRoutes({
  openLiveScene: {
    route: 'GET /api/public/scenes/{uuid}/live',
    auth: 'none',
    summary:
      'Lets a visitor follow a published scene as it is edited, where its link is live: a token for /collab.',
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
      'Server-sent events for visitors of a published scene: `changed` when it is closed, has another password or shows something else, `comments` when visitors may read something new.',
    params: z.object({ uuid: z.uuid() }),
    bodyKind: 'raw',
    isStream: true,
    errors: ['request.not-found', 'scene.expired', 'security.scene.blocked', 'request.too-many'],
  },
});
