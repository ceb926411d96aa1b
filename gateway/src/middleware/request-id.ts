import { randomUUID } from 'node:crypto';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import {
  inSpan,
  isTracing,
  runForRequest,
  type SpanOptions,
} from '@diorama/shared/server/runtime/tracing.ts';
import type { Context, Middleware } from 'koa';
import { languageOf } from './language.ts';
import { setRequestState } from './request-state.ts';

/** Response time above which a request is logged. */
const SLOW_MS = 1_000;

/** Requests that are spans: calls that end, and no health checks. */
const TRACED = /^\/(api|files)\/(?!live$|health$)/;

/**
 * Gives every request an id and a language, and logs failed and slow ones. A call continues the trace of its
 * `traceparent`.
 */
export function requestId(logger: Logger): Middleware {
  return async (ctx, next) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    setRequestState(ctx, { requestId, language: languageOf(ctx.get('accept-language')), logger });
    ctx.set('X-Request-Id', requestId);
    await runForRequest(requestId, () => traced(ctx, requestId, next));
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

function traced(ctx: Context, requestId: string, next: () => Promise<unknown>): Promise<unknown> {
  if (!isTracing() || !TRACED.test(ctx.path)) {
    return next();
  }
  const options: SpanOptions = {
    name: ctx.method,
    kind: 'server',
    parent: ctx.get('traceparent') || null,
    attributes: { 'http.request.method': ctx.method, 'url.path': ctx.path, 'diorama.request.id': requestId },
  };
  return inSpan(options, async (span) => {
    await next();
    // The router's name for the route, without the ids of this request.
    const route: unknown = ctx._matchedRoute;
    span.rename(typeof route === 'string' ? `${ctx.method} ${route}` : ctx.method);
    span.set('http.response.status_code', ctx.status);
  });
}
