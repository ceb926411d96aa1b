import type { IncomingMessage, ServerResponse } from 'node:http';
import { CodedError, type ErrorBody } from '@diorama/shared/contract/errors.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { isUnavailable } from '@diorama/shared/server/runtime/unavailable.ts';
import type { Context, Middleware } from 'koa';
import { translateViolation } from '../contract/violation.ts';
import { languageOfHeader } from './language.ts';
import { requestStateOf } from './request-state.ts';

const titles = await loadTranslations('server/errors');

/** Turns errors into responses, in this one place. Errors without a code reveal nothing. */
export function answerErrors(): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { logger, language, requestId } = requestStateOf(ctx);
      const coded = toCoded(error);
      if (coded.code === 'server.unavailable') {
        logger.warn(
          { reason: error instanceof Error ? error.message : error, requestId },
          'store unavailable',
        );
      } else if (coded.status >= 500) {
        logger.error({ err: error, requestId }, 'request failed');
      }
      writeError(ctx, coded, language, requestId);
    }
  };
}

/** Writes a coded error as the contract's body. */
export function writeError(ctx: Context, error: CodedError, language: Language, requestId: string): void {
  const body = errorBody(error, language);
  ctx.status = error.status;
  ctx.set(error.headers);
  ctx.set('Content-Type', 'application/ld+json; charset=utf-8');
  ctx.set('Cache-Control', 'no-store');
  const asked = error.status >= 500 ? { requestId } : {};
  ctx.body = JSON.stringify({ ...body, ...error.extra, ...asked });
}

/** Answers a request that Koa cannot process, as its URL is malformed. */
export function refuseMalformed(request: IncomingMessage, response: ServerResponse): void {
  const error = new CodedError('request.malformed');
  const language = languageOfHeader(request.headers['accept-language'] ?? '');
  response
    .writeHead(error.status, {
      'Content-Type': 'application/ld+json; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
    })
    .end(JSON.stringify(errorBody(error, language)));
}

/** The contract's body of an error, before what its code adds. */
export function errorBody(error: CodedError, language: Language): ErrorBody {
  return {
    status: error.status,
    title: titles[language](error.title),
    description: error.code,
    violations: error.violations.map((violation) => translateViolation(violation, language)),
  };
}

/** The translated title of a code. */
export function titleOf(code: CodedError['code'], language: Language): string {
  return titles[language](code);
}

/** Any error as one of the contract. */
export function toCoded(error: unknown): CodedError {
  if (error instanceof CodedError) {
    return error;
  }
  if (isUnstorable(error)) {
    return new CodedError('request.malformed', { cause: error });
  }
  return isUnavailable(error)
    ? new CodedError('server.unavailable', { cause: error, headers: { 'Retry-After': '1' } })
    : new CodedError('server.failed', { cause: error });
}

/**
 * Whether text contained a NUL, which PostgreSQL cannot store. Unless it is removed earlier, the named
 * resource does not exist.
 */
function isUnstorable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05');
}
