import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { KoaAdapter } from '@bull-board/koa';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import type { Context, Middleware } from 'koa';
import { authenticate, bearerOf } from '../../auth/authenticate.ts';
import type { Deps } from '../../deps.ts';
import { setPrivateCookie } from '../../web/cookies.ts';
import { BOARD_FONT, boardTheme, readBoardFont } from './board-theme.ts';

const BASE = '/operators/queues';
const COOKIE = 'operator';
const COOKIE_MS = 15 * 60_000;
/**
 * Links to the fonts of another company on the board's pages. They are removed, so that no third party learns
 * of an operator's visit.
 */
const FOREIGN_LINK = /<link[^>]*\shref="https:[^>]*>/g;

/**
 * The queue board for operators. Its pages send no bearer token.
 * An operator's token is exchanged once for a cookie that is valid for these pages only, and is checked with
 * every request.
 */
export function createQueueBoard(deps: Deps, queues: Queues): Middleware {
  const board = new KoaAdapter();
  board.setBasePath(BASE);
  createBullBoard({
    queues: queues.all().map((queue) => new BullMQAdapter(queue)),
    serverAdapter: board,
    options: {
      uiConfig: {
        boardTitle: 'Diorama',
        boardLogo: { path: '/favicon.svg', width: 24, height: 24 },
        favIcon: { default: '/favicon.svg', alternative: '/favicon.svg' },
      },
    },
  });
  // The board has types of an older Koa; at run time it needs nothing that the newer one lacks.
  const pages = board.registerPlugin() as unknown as Middleware;

  return async (ctx, next) => {
    if (ctx.path !== BASE && !ctx.path.startsWith(`${BASE}/`)) {
      return next();
    }
    await assertOperator(deps, ctx.cookies.get(COOKIE));
    // The board's page has an inline script; only the product may frame it and post to it.
    ctx.set('Content-Security-Policy', "default-src 'self' 'unsafe-inline' data:; frame-ancestors 'self'");
    if (ctx.method !== 'GET' && !isSameOrigin(ctx)) {
      throw new CodedError('security.not-allowed');
    }
    if (ctx.path === `${BASE}${BOARD_FONT}`) {
      ctx.type = 'font/woff2';
      ctx.body = await readBoardFont();
      return;
    }
    await pages(ctx, next);
    if (typeof ctx.body === 'string') {
      ctx.body = ctx.body.replace(FOREIGN_LINK, '').replace('</head>', `${boardTheme(BASE)}</head>`);
    }
  };
}

/** Exchanges an operator's bearer token for the cookie. @throws CodedError `request.not-found` for others. */
export async function openQueueBoard(deps: Deps, ctx: Context): Promise<void> {
  const token = bearerOf(ctx.get('authorization')) ?? undefined;
  await assertOperator(deps, token);
  setPrivateCookie(ctx, deps.env.publicUrl, {
    name: COOKIE,
    value: token ?? '',
    path: BASE,
    maxAge: COOKIE_MS,
  });
}

/** @throws CodedError `request.not-found` for users who are not operators: the pages are hidden from them. */
async function assertOperator(deps: Deps, token: string | undefined): Promise<void> {
  const actor = token ? await authenticate(deps, token).catch(() => null) : null;
  if (!actor?.isOperator) {
    throw new CodedError('request.not-found');
  }
}

function isSameOrigin(ctx: Context): boolean {
  const origin = ctx.get('origin');
  return origin === '' || URL.parse(origin)?.host === ctx.host;
}
