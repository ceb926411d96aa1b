import type { ServerResponse } from 'node:http';
import { listScenesOfVisitorTalk } from '@diorama/shared/server/comments/visitor-comments.queries.ts';
import { createBatcher } from '@diorama/shared/server/runtime/batcher.ts';
import { forEachLimited } from '@diorama/shared/server/runtime/for-each-limited.ts';
import { createLoop } from '@diorama/shared/server/runtime/loop.ts';
import { listOverdueLinks } from '@diorama/shared/server/scenes/public-scenes.queries.ts';
import type { Deps } from '../deps.ts';
import { findSharedScene, type SharedScene } from '../modules/public/shared-scene.ts';
import type { AccessChange } from './access-changes.ts';
import type { LiveHub } from './hub.ts';

/** Interval of the check for expired links. */
const LINKS_MS = 1_000;
/** A comment every so often keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20_000;
const RETRY_MS = 500;
/** Scenes that are read at the same time; the pool of connections serves requests as well. */
const SCENES_AT_ONCE = 4;
/** Unread bytes allowed. Events are short: this is an hour of them. */
const MAX_UNREAD_BYTES = 32_000;
/**
 * Range of reconnection delays after a lost connection, so that browsers do not all return in the
 * same moment.
 */
const BACK = { afterMs: 2_000, withinMs: 8_000 } as const;

type Watcher = { response: ServerResponse; accountId: string; state: string };
/** A scene to read, and the caller that waits for it. */
type Asked = { id: string; resolve: () => void; reject: (reason: unknown) => void };

/**
 * Notifies the visitors of a link over open streams. `changed`: the link or its scene has changed.
 * `comments`: there are new comments that they may read. Clients fetch the new state themselves. A scene is read once,
 * however many visitors of this gateway watch it.
 */
export class WatchedLinks {
  readonly #deps: Pick<Deps, 'db' | 'logger' | 'access'>;
  readonly #watchers = new Map<string, Set<Watcher>>();
  /** One lane: no client receives an older state after a newer one. */
  readonly #ask = createBatcher<Asked>({
    handle: (batch) => this.#readBatch(batch),
    most: Number.POSITIVE_INFINITY,
  });
  readonly #stops: readonly (() => unknown)[];
  readonly #overdue: ReturnType<typeof createLoop>;
  readonly #heartbeat: NodeJS.Timeout;
  #isClosed = false;

  constructor(deps: Pick<Deps, 'db' | 'logger' | 'access'>, hub: Pick<LiveHub, 'subscribe'>) {
    const { db, logger, access } = deps;
    const watchers = this.#watchers;
    this.#deps = deps;
    this.#stops = [
      access.subscribe((change) => {
        void this.#retryUntilDone(() => this.#askAll(concernedBy(watchers, change)));
      }),
      hub.subscribe((rows) => {
        // Events for one user alone, such as a read mark, concern no visitor.
        const comments = rows.filter(({ topic, account_id }) => topic === 'comment' && account_id !== null);
        if (comments.length > 0 && watchers.size > 0) {
          void this.#retryUntilDone(() =>
            this.#notifyOfComments(comments.map(({ resource_id }) => resource_id)),
          );
        }
      }),
    ];
    this.#overdue = createLoop({
      everyMs: LINKS_MS,
      run: async () =>
        watchers.size > 0 && (await this.#askAll(await listOverdueLinks(db, [...watchers.keys()]))),
      onError: (err) => logger.warn({ err }, 'expired links could not be read'),
    });
    this.#heartbeat = setInterval(() => {
      for (const { response } of this.#all()) {
        write(response, ': still here\n\n');
      }
    }, HEARTBEAT_MS);
  }

  /** Serves a stream about a scene until it is closed by either side. */
  async watch(scene: SharedScene, response: ServerResponse): Promise<void> {
    // Clients that left during the lookup receive no further event.
    if (response.closed || this.#isClosed) {
      response.destroy();
      return;
    }
    const watcher = { response, accountId: scene.account_id, state: stateOf(scene) };
    const own = this.#watchers.get(scene.id) ?? new Set();
    this.#watchers.set(scene.id, own.add(watcher));
    const ended = new Promise<void>((resolve) => response.once('close', resolve));
    begin(response);
    // It may have become another link between reading it and this.
    await this.#askAll([scene.id]).catch(() => response.destroy());
    await ended;
    own.delete(watcher);
    if (own.size === 0 && this.#watchers.get(scene.id) === own) {
      this.#watchers.delete(scene.id);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops) {
      stop();
    }
    clearInterval(this.#heartbeat);
    await this.#overdue.close();
    for (const { response } of this.#all()) {
      response.end();
    }
  }

  #all(): Watcher[] {
    return [...this.#watchers.values()].flatMap((own) => [...own]);
  }

  #notifyOfState(id: string, state: string): void {
    for (const watcher of this.#watchers.get(id) ?? []) {
      if (watcher.state !== state) {
        watcher.state = state;
        notify(watcher, 'changed');
      }
    }
  }

  /** Reads each scene once, however many requests came while the previous batch was read. */
  async #readBatch(batch: readonly Asked[]): Promise<void> {
    const scenes = Map.groupBy(batch, ({ id }) => id);
    await forEachLimited(scenes, SCENES_AT_ONCE, async ([id, asked]) => {
      try {
        this.#notifyOfState(id, stateOf(await findSharedScene(this.#deps.db, id)));
        for (const { resolve } of asked) {
          resolve();
        }
      } catch (err) {
        for (const { reject } of asked) {
          reject(err);
        }
      }
    });
  }

  async #askAll(ids: Iterable<string>): Promise<void> {
    const asked = [...ids].map(
      (id) => new Promise<void>((resolve, reject) => this.#ask({ id, resolve, reject })),
    );
    await Promise.all(asked);
  }

  async #notifyOfComments(comments: readonly string[]): Promise<void> {
    const scenes = [...this.#watchers.keys()];
    for (const id of await listScenesOfVisitorTalk(this.#deps.db, { comments, scenes })) {
      for (const watcher of this.#watchers.get(id) ?? []) {
        notify(watcher, 'comments');
      }
    }
  }

  /** Never rejects: it tries again until there is an answer. */
  async #retryUntilDone(ask: () => Promise<void>): Promise<void> {
    while (!this.#isClosed) {
      try {
        return await ask();
      } catch (err) {
        this.#deps.logger.warn({ err }, 'changes for visitors could not be read, retrying');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}

function notify({ response }: Watcher, event: 'changed' | 'comments'): void {
  write(response, `event: ${event}\ndata: {}\n\n`);
}

/** Writes to a stream, and ends one that is not read. */
function write(response: ServerResponse, text: string): void {
  if (response.writableEnded) {
    return;
  }
  response.write(text);
  if (response.writableLength > MAX_UNREAD_BYTES) {
    response.destroy();
  }
}

function begin(response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${Math.round(BACK.afterMs + Math.random() * BACK.withinMs)}\n\n`);
}

/** State shared by all visitors with the right to look. They are notified only when it changes. */
function stateOf(scene: SharedScene | null): string {
  return scene === null || scene.isBlocked ? 'closed' : `open ${scene.keyVersion} ${scene.output_id}`;
}

/** Ids of the watched scenes that a change of rights may concern; all of them after a gap. */
function concernedBy(watchers: ReadonlyMap<string, ReadonlySet<Watcher>>, change: AccessChange): string[] {
  const ids = [...watchers.keys()];
  switch (change?.kind) {
    case 'session':
    case 'person':
      return [];
    case 'scene':
      return ids.filter((id) => change.ids.has(id));
    case 'account':
      return ids.filter((id) =>
        [...(watchers.get(id) ?? [])].some(({ accountId }) => change.ids.has(accountId)),
      );
    default:
      return ids;
  }
}
