import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import type { Context, Middleware } from 'koa';
import { authenticate, bearerOf } from '../../auth/authenticate.ts';
import type { Deps } from '../../deps.ts';
import { setPrivateCookie } from '../../web/cookies.ts';
import { BoardAdapter } from './board-adapter.ts';

/** Path of the font below the queue board's address. */
const BOARD_FONT = '/inter.woff2';

/**
 * Fonts and colours of the product for the queue board, in that page's variable names.
 * The colours are those of the web client's tokens, which a test compares.
 */
const THEME = `
@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(FONT) format("woff2")}
:root{
--font-sans:"Inter Variable",system-ui,sans-serif;--radius:6px;
--destructive:#c93a3a;--destructive-foreground:#ffffff;
--background:#f6f7f9;--foreground:rgb(14 15 18 / 92%);--card:#ffffff;--popover:#ffffff;
--primary:#1558c8;--primary-foreground:#ffffff;--secondary:#f0f2f5;--secondary-foreground:rgb(14 15 18 / 72%);
--muted:#f0f2f5;--muted-foreground:rgb(14 15 18 / 72%);--accent:#e6e9ee;--accent-foreground:rgb(14 15 18 / 92%);
--border:rgb(14 15 18 / 10%);--input:rgb(14 15 18 / 20%);
--sidebar:#ffffff;--sidebar-foreground:rgb(14 15 18 / 72%);--sidebar-accent:#e6e9ee;--sidebar-border:rgb(14 15 18 / 10%);
--status-failed:#c22f2f;--status-completed:#157347;--status-waiting:#8a5a00;--status-active:#1558c8}
.dark-mode{
--background:#0e0f12;--foreground:rgb(255 255 255 / 92%);--card:#15171b;--popover:#252932;
--primary:#6fa3f5;--primary-foreground:#0e0f12;--secondary:#1c1f25;--secondary-foreground:rgb(255 255 255 / 64%);
--muted:#1c1f25;--muted-foreground:rgb(255 255 255 / 64%);--accent:#252932;--accent-foreground:rgb(255 255 255 / 92%);
--destructive:#c93a3a;--destructive-foreground:#ffffff;
--border:rgb(255 255 255 / 8%);--input:rgb(255 255 255 / 16%);
--sidebar:#15171b;--sidebar-foreground:rgb(255 255 255 / 64%);--sidebar-accent:#252932;--sidebar-border:rgb(255 255 255 / 8%);
--status-failed:#ff8080;--status-completed:#4cc38a;--status-waiting:#f0b44c;--status-active:#6fa3f5}
body{font-feature-settings:"cv11","ss03";font-variant-numeric:tabular-nums}
`;

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
  const board = new BoardAdapter(BASE);
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
  const pages = board.middleware();

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

/** Style element for the head of a page below `base`. */
export function boardTheme(base: string): string {
  return `<style>${THEME.replace('FONT', `${base}${BOARD_FONT}`)}</style>`;
}

/** The font's bytes, with the letters of the supported languages. */
export async function readBoardFont(): Promise<Buffer> {
  return readFile(
    fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  );
}
