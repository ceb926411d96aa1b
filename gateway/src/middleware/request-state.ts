import type { Language } from '@diorama/shared/i18n/t.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import type { Context } from 'koa';

/** Facts that the outer middleware adds to a request. */
export type RequestState = { requestId: string; language: Language; logger: Logger };

const states = new WeakMap<Context['req'], RequestState>();

/** Stores the state of a request. */
export function setRequestState(ctx: Context, state: RequestState): void {
  states.set(ctx.req, state);
}

/**
 * The state of a request.
 * @throws Error outside the middleware that sets it.
 */
export function requestStateOf(ctx: Context): RequestState {
  const state = states.get(ctx.req);
  if (!state) {
    throw new Error('The request has not passed the request middleware');
  }
  return state;
}
