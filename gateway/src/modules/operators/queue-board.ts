import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  ControllerHandlerReturnType,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/typings/app';
import { assertFound, CodedError } from '@diorama/shared/contract/errors.ts';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { authenticate, bearerOf } from '../../auth/authenticate.ts';
import { readJson } from '../../contract/body.ts';
import type { Deps } from '../../deps.ts';
import { setPrivateCookie } from '../../web/cookies.ts';

/** Names of the board's static files. */
const FILE_NAME = /^[\w.-]+(\/[\w.-]+)*$/;

/** Places of the page's template: `<%= name %>` is escaped, `<%- name %>` is not. */
const PLACE = /<%([=-]) (\w+) %>/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

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
  assertFound(actor?.isOperator);
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

/** Serves the queue board with Koa. The board's own adapter installs a second Koa and about 110 packages. */
class BoardAdapter implements IServerAdapter {
  readonly #basePath: string;
  readonly #router = new Router({ strict: true });
  #queues: BullBoardQueues = new Map();
  #uiConfig: UIConfig = {};
  #viewsPath = '';
  #statics = { route: '', path: '' };
  #onError: (error: Error) => ControllerHandlerReturnType = () => ({ status: 500, body: '' });

  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  setQueues(queues: BullBoardQueues): this {
    this.#queues = queues;
    return this;
  }

  setViewsPath(path: string): this {
    this.#viewsPath = path;
    return this;
  }

  setStaticPath(route: string, path: string): this {
    this.#statics = { route, path };
    return this;
  }

  setUIConfig(config: UIConfig): this {
    this.#uiConfig = config;
    return this;
  }

  setErrorHandler(handler: (error: Error) => ControllerHandlerReturnType): this {
    this.#onError = handler;
    return this;
  }

  setEntryRoute({ method, route, handler }: AppViewRoute): this {
    this.#router.register([route].flat(), [method], async (ctx) => {
      const { name, params } = handler({ basePath: this.#basePath, uiConfig: this.#uiConfig });
      ctx.type = 'html';
      ctx.body = fillTemplate(await readFile(join(this.#viewsPath, name), 'utf8'), params);
    });
    return this;
  }

  setApiRoutes(routes: AppControllerRoute[]): this {
    for (const { method, route, handler } of routes) {
      this.#router.register([route].flat(), [method].flat(), async (ctx) => {
        const { status = 200, body } = await handler({
          queues: this.#queues,
          uiConfig: this.#uiConfig,
          params: ctx.params,
          query: { ...ctx.query },
          body: ctx.method === 'GET' ? {} : Object(await readJson(ctx, () => undefined)),
          headers: Object.fromEntries(Object.keys(ctx.headers).map((name) => [name, ctx.get(name)])),
        });
        ctx.status = status;
        ctx.body = body;
      });
    }
    return this;
  }

  /** The board's pages, files and API below the base path. Other paths below it answer 404. */
  middleware(): Middleware {
    const routes = this.#router.routes() as unknown as Middleware;
    return async (ctx) => {
      const fullPath = ctx.path;
      // The board's routes are relative to its base path.
      ctx.path = fullPath.slice(this.#basePath.length) || '/';
      try {
        if (ctx.path.startsWith(`${this.#statics.route}/`)) {
          await this.#sendFile(ctx, ctx.path.slice(this.#statics.route.length + 1));
        } else {
          await routes(ctx, async () => undefined);
        }
      } catch (error) {
        const cause = error instanceof Error ? error : new Error(String(error));
        const { status = 500, body } = this.#onError(cause);
        ctx.status = status;
        ctx.body = body;
        ctx.app.emit('error', cause, ctx);
      } finally {
        ctx.path = fullPath;
      }
    };
  }

  async #sendFile(ctx: Context, name: string): Promise<void> {
    const path = join(this.#statics.path, name);
    if (!FILE_NAME.test(name) || name.includes('..')) {
      return;
    }
    const found = await stat(path).catch(() => null);
    if (found?.isFile()) {
      ctx.type = extname(name);
      ctx.length = found.size;
      ctx.lastModified = found.mtime;
      ctx.body = createReadStream(path);
    }
  }
}

function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(PLACE, (_, kind: string, name: string) => {
    const value = values[name] ?? '';
    return kind === '-' ? value : value.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
  });
}
