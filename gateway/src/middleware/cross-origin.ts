import { routes } from '@diorama/shared/contract/index.ts';
import type { Middleware } from 'koa';

/** What visitors call lies below this. */
const VISITORS = routes.getPublicScene.path.replace('{uuid}', '');
/** For how long a browser need not ask again whether it may call, in seconds. */
const KEEP_SECONDS = 86_400;

/**
 * Lets pages of every origin make a visitor's calls: an embed in a frame with `sandbox` has an origin of its own, as which it
 * calls us. These calls know no cookies; what opens a locked scene is a token that the page holds.
 */
export function letVisitorsCall(): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(VISITORS)) {
      return next();
    }
    ctx.set('Access-Control-Allow-Origin', '*');
    if (ctx.method !== 'OPTIONS' || ctx.get('Access-Control-Request-Method') === '') {
      return next();
    }
    ctx.set({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST',
      'Access-Control-Allow-Headers': 'Accept, Authorization, Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': String(KEEP_SECONDS),
    });
    ctx.status = 204;
  };
}
