import { randomUUID } from 'node:crypto';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import type { Middleware } from 'koa';
import { languageOf } from './language.ts';
import { setRequestState } from './request-state.ts';

/** Response time above which a request is logged. */
const SLOW_MS = 1_000;

/** Gives every request an id and a language, and logs failed and slow ones. */
export function requestId(logger: Logger): Middleware {
  return async (ctx, next) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    setRequestState(ctx, { requestId, language: languageOf(ctx.get('accept-language')), logger });
    ctx.set('X-Request-Id', requestId);
    await next();
    const ms = Math.round(performance.now() - startedAt);
    // A stream is open for as long as its page.
    const isStream = ctx.respond === false;
    if (ctx.status >= 500 || (ms > SLOW_MS && !isStream)) {
      logger.warn(
        { requestId, method: ctx.method, path: ctx.path, status: ctx.status, ms },
        'slow or failed',
      );
    }
  };
}
