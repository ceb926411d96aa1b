import { routes } from '@diorama/shared/contract/index.ts';
import type { Middleware } from 'koa';

/** Path prefix of the calls for visitors. */
const VISITORS = routes.getPublicScene.path.replace('{uuid}', '');
/** How long a browser may cache the preflight response, in seconds. */
const KEEP_SECONDS = 86_400;

/**
 * Allows the visitor calls for pages of every origin: an embed in a frame with `sandbox` calls from an
 * opaque origin.
 * These calls use no cookies. A token that the page holds opens a locked scene.
 */
export function cors(): Middleware {
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
      'Access-Control-Allow-Headers': 'Accept, Authorization, Content-Type, Idempotency-Key, Traceparent',
      'Access-Control-Max-Age': String(KEEP_SECONDS),
    });
    ctx.status = 204;
  };
}
