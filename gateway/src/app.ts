import { randomUUID } from 'node:crypto';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { routes } from '@diorama/shared/contract/index.ts';
import type { GatewayRole } from '@diorama/shared/server/runtime/env-variables.ts';
import { mayReadMetrics } from '@diorama/shared/server/runtime/health.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import {
  inSpan,
  isTracing,
  runForRequest,
  type SpanOptions,
} from '@diorama/shared/server/runtime/tracing.ts';
import Router from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import compress from 'koa-compress';
import type { Registry } from 'prom-client';
import { type AllHandlers, mountContract } from './contract/mount.ts';
import type { Deps } from './deps.ts';
import { clientAddress } from './middleware/client-address.ts';
import { answerErrors } from './middleware/errors.ts';
import { languageOfHeader } from './middleware/language.ts';
import { setRequestState } from './middleware/request-state.ts';
import { mountFiles } from './modules/files/files.ts';
import { hostGuard } from './web/host-guard.ts';
import { servePages } from './web/pages.ts';
import { requireSecureTransport } from './web/security-headers.ts';
import type { Urls } from './web/urls.ts';

/** Response time above which a request is logged. */
const SLOW_MS = 1_000;

/** Requests that are spans: calls that end, and no health checks. */
const TRACED = /^\/(api|files)\/(?!live$|health$)/;

/** Path prefix of the calls for visitors. */
const VISITORS = routes.getPublicScene.path.replace('{uuid}', '');

/** Cache time of the preflight response, in seconds. */
const KEEP_SECONDS = 86_400;

/** Answers smaller than this are sent as they are. */
const COMPRESS_FROM_BYTES = 1_024;
/** A page of scenes takes half the time that zlib's own choice takes, and is a fiftieth larger. */
const GZIP_LEVEL = 2;

/** Errors caused by the client: it disconnected, or sent something other than HTTP. */
const CLIENTS_FAULT = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP_REQUEST_TIMEOUT|HPE_\w+)$/;

/** Builds the HTTP application; every part it stands on is passed in. */
export function createApp(options: {
  deps: Deps & { urls: Urls };
  handlers: AllHandlers;
  metrics: Registry;
  operators: Middleware;
  uploads: Middleware;
  checkResponses: boolean;
}): Koa {
  const { deps, handlers, metrics, operators, uploads, checkResponses } = options;
  const app = new Koa();
  app.on('error', (err: NodeJS.ErrnoException, ctx?: Koa.Context) => {
    if (!CLIENTS_FAULT.test(err.code ?? '')) {
      deps.logger.error({ err, path: ctx?.path }, 'response failed');
    }
  });
  app.use(requestId(deps.logger));
  app.use(clientAddress(deps.env.trustedProxies));
  app.use(requireSecureTransport(deps.env));
  app.use(answerErrors());
  app.use(cors());
  app.use(hostGuard(deps.env));
  app.use(compressAnswers());
  app.use(serveMetrics(metrics, deps.env.metricsToken));

  app.use(serveRoles(deps.env.gatewayRoles));
  const api = mountContract(deps, handlers, { checkResponses });
  const files = new Router();
  mountFiles(files, deps);
  app.use(uploads);
  app.use(api.routes());
  app.use(files.routes());
  app.use(operators);
  app.use(refuseUnknownCalls(api));
  app.use(servePages(deps));
  return app;
}

/**
 * Compresses responses for clients that accept an encoding. For other clients there is nothing to negotiate.
 */
function compressAnswers(): Middleware {
  // Its types belong to another version of Koa. The members that it uses are the same in both.
  const negotiate = compress({
    threshold: COMPRESS_FROM_BYTES,
    gzip: { level: GZIP_LEVEL },
    br: false,
    filter: isCompressible,
  }) as unknown as Middleware;
  return (ctx, next) => {
    if (ctx.get('Accept-Encoding') !== '') {
      return negotiate(ctx, next);
    }
    ctx.vary('Accept-Encoding');
    return next();
  };
}

function isCompressible(type: string): boolean {
  return /^(application\/(ld\+)?json|text\/(?!event-stream))/.test(type);
}

function serveMetrics(metrics: Registry, token: string | null): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/metrics' || ctx.method !== 'GET') {
      return next();
    }
    if (!mayReadMetrics(ctx.req, token)) {
      throw new CodedError('request.not-found');
    }
    ctx.body = await metrics.metrics();
    ctx.set('Content-Type', metrics.contentType);
  };
}

/** Serves only the roles of this gateway; other processes serve the rest. Health is always served. */
function serveRoles(roles: ReadonlySet<GatewayRole>): Middleware {
  return async (ctx, next) => {
    const role = ctx.path === '/api/live' ? 'live' : 'http';
    if (ctx.path !== '/api/health' && !roles.has(role)) {
      throw new CodedError('request.not-found');
    }
    return next();
  };
}

/** Rejects unknown paths below the API's prefixes with an error instead of the page. */
function refuseUnknownCalls(api: Router): Middleware {
  return async (ctx, next) => {
    if (!/^\/(api|qrs|oembed|files|collab)(\/|$)/.test(ctx.path)) {
      return next();
    }
    const allowed = api.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods);
    if (allowed.length > 0) {
      throw new CodedError('request.method', { headers: { Allow: [...new Set(allowed)].join(', ') } });
    }
    throw new CodedError('request.not-found');
  };
}

/**
 * Allows the visitor calls for pages of every origin: an embed in a frame with `sandbox` calls from an
 * opaque origin.
 * These calls use no cookies. A token that the page holds opens a locked scene.
 */
function cors(): Middleware {
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

/**
 * Gives every request an id and a language, and logs failed and slow ones. A call continues the trace of its
 * `traceparent`.
 */
function requestId(logger: Logger): Middleware {
  return async (ctx, next) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    setRequestState(ctx, { requestId, language: languageOfHeader(ctx.get('accept-language')), logger });
    ctx.set('X-Request-Id', requestId);
    await runForRequest(requestId, () => traced(ctx, requestId, next));
    const ms = Math.round(performance.now() - startedAt);
    // A stream is open for as long as its page.
    const isStream = ctx.respond === false;
    if (ctx.status >= 500 || (ms > SLOW_MS && !isStream)) {
      logger.warn(
        { requestId, method: ctx.method, path: ctx.path, status: ctx.status, ms },
        'slow or failed request',
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
    const route: unknown = ctx.routerPath;
    span.rename(typeof route === 'string' ? `${ctx.method} ${route}` : ctx.method);
    span.set('http.response.status_code', ctx.status);
  });
}
