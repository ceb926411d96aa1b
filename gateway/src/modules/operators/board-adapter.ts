import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  ControllerHandlerReturnType,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/typings/app';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { readJson } from '../../contract/body.ts';

/** Names of the board's static files. */
const FILE_NAME = /^[\w.-]+(\/[\w.-]+)*$/;
/** Places of the page's template: `<%= name %>` is escaped, `<%- name %>` is not. */
const PLACE = /<%([=-]) (\w+) %>/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Serves the queue board with Koa. The board's own adapter installs a second Koa and about 110 packages. */
export class BoardAdapter implements IServerAdapter {
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
