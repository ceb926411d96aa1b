import { setImmediate } from 'node:timers/promises';
import { applyInSlices } from '@diorama/shared/scene/ydoc.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { Bus } from '@diorama/shared/server/delivery/bus.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { createLoop } from '@diorama/shared/server/runtime/loop.ts';
import {
  countUpdates,
  loadScene,
  readUpdates,
  type StoredScene,
} from '@diorama/shared/server/scenes/scene-log.queries.ts';
import { splitSceneInThread } from '@diorama/shared/server/scenes/scene-thread.ts';
import type { Document, LocalTransactionOrigin } from '@hocuspocus/server';
import { STORED_CHANNEL } from './channels.ts';
import type { SceneStore } from './scene-store.ts';

/**
 * Interval of the check for missed notifications. One is missed when a gateway is killed right after
 * its commit.
 */
const LOOK_MS = 10_000;
/** Delay before a failed read from the database is repeated. */
const RETRY_MS = 500;

/** Origin of transactions whose content is committed already. */
export const COMMITTED_ORIGIN: LocalTransactionOrigin = { source: 'local', skipStoreHooks: true };

/** An open document, with the number of its scene's updates known to be in it. */
type Followed = { id: string; document: Document; updates: number; missing: number[]; isStale: boolean };

/**
 * Applies the committed updates of other gateways to the open documents.
 * A document therefore contains only committed updates and those waiting in this gateway's store.
 */
export interface SceneFeed {
  /**
   * Fills a new document from the database and follows its scene until the document is destroyed.
   * @returns the bytes of its updates; null when there is no such scene.
   */
  follow(id: string, document: Document): Promise<number | null>;
  /** Resolves when an open document has all that is committed now. Does nothing for one that is not open. */
  catchUp(id: string): Promise<void>;
  /** Resolves when the updates announced before the call are in the document. */
  settled(id: string): Promise<void>;
  close(): Promise<void>;
}

/** @param options.gatewayId distinguishes this gateway's notifications from those of the others. */
export function createSceneFeed(options: {
  db: Knex;
  bus: Bus;
  scenes: SceneStore;
  logger: Logger;
  gatewayId: string;
}): SceneFeed {
  const { db, bus, scenes, logger, gatewayId } = options;
  const open = new Map<string, Followed>();
  const running = new Map<Followed, Promise<void>>();

  const wake = (scene: Followed): Promise<void> => {
    const known = running.get(scene);
    if (known) {
      return known;
    }
    const run = bringUpToDate(scene);
    running.set(scene, run);
    return run;
  };

  const bringUpToDate = async (scene: Followed) => {
    while ((scene.isStale || scene.missing.length > 0) && !scene.document.isDestroyed) {
      const seqs = scene.missing.splice(0);
      const isStale = scene.isStale;
      scene.isStale = false;
      try {
        if (isStale || !(await take(scene, seqs))) {
          await reload(scene);
        }
      } catch (err) {
        logger.warn({ err, compositionId: scene.id }, 'what others stored could not be read, trying again');
        scene.isStale = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    running.delete(scene);
  };

  /** Returns false when some of the updates are merged already and thus missing from the log. */
  const take = async (scene: Followed, seqs: readonly number[]) => {
    const updates = await readUpdates(db, scene.id, seqs);
    if (updates.length < seqs.length) {
      return false;
    }
    await apply(scene, updates);
    scene.updates += updates.length;
    return true;
  };

  /** A large scene is applied in slices, and split in a thread before that, so that others are served meanwhile. */
  const apply = async ({ document }: Followed, updates: readonly Uint8Array[]) => {
    const parts = await splitSceneInThread(updates);
    await applyInSlices(document, parts, { origin: COMMITTED_ORIGIN, nextTurn: setImmediate });
  };

  const reload = async (scene: Followed) => {
    const stored = await loadScene(db, scene.id);
    if (stored) {
      // Before the update is applied: commits of this gateway add to it meanwhile.
      scene.updates = stored.count;
      await apply(scene, stored.updates);
    }
    return stored;
  };

  const makeStale = (scene: Followed) => {
    scene.isStale = true;
    return wake(scene);
  };

  /** Compares counts, because nothing else reveals a lost notification. */
  const look = async () => {
    const before = new Map([...open.values()].map((scene) => [scene, scene.updates]));
    if (before.size === 0) {
      return;
    }
    const counts = await countUpdates(db, [...open.keys()]);
    for (const [scene, known] of before) {
      const count = counts.get(scene.id) ?? known;
      // Updates that arrived during the query explain a difference.
      if (count !== known && count !== scene.updates) {
        await makeStale(scene);
      }
    }
  };

  const stops = [
    scenes.onCommit((seqs) => {
      for (const [id, own] of seqs) {
        const scene = open.get(id);
        if (scene) {
          scene.updates += own.length;
        }
      }
      const notices = [...seqs].map(([id, own]) => `${gatewayId}:${id}:${own.join(',')}`);
      // A gateway that misses this notification notices by the count.
      bus.publish(STORED_CHANNEL, notices).catch((err) => logger.debug({ err }, 'others were not told'));
    }),
    bus.subscribe(STORED_CHANNEL, (notices) => {
      for (const [from, id = '', seqs = ''] of notices.map((notice) => notice.split(':'))) {
        const scene = open.get(id);
        if (scene && from !== gatewayId) {
          scene.missing.push(...seqs.split(',').map(Number));
          // Never rejects: it tries again until it has them.
          void wake(scene);
        }
      }
    }),
    bus.onGap(() => {
      for (const scene of open.values()) {
        void makeStale(scene);
      }
    }),
  ];
  const looking = createLoop({
    everyMs: LOOK_MS,
    run: look,
    onError: (err) => logger.warn({ reason: err.message }, 'cannot ask now whether scenes are up to date'),
  });

  return {
    follow: async (id, document) => {
      const scene: Followed = { id, document, updates: 0, missing: [], isStale: false };
      // Before it is read: updates stored meanwhile must not be missed.
      open.set(id, scene);
      const forget = () => {
        if (open.get(id) === scene) {
          open.delete(id);
        }
      };
      document.once('destroy', forget);
      const loading = Promise.withResolvers<void>();
      running.set(scene, loading.promise);
      let stored: StoredScene | null = null;
      try {
        stored = await reload(scene);
      } finally {
        running.delete(scene);
        loading.resolve();
        if (stored === null) {
          forget();
        }
      }
      if (scene.missing.length > 0) {
        await wake(scene);
      }
      return stored?.updates.reduce((bytes, update) => bytes + update.length, 0) ?? null;
    },
    catchUp: async (id) => {
      const scene = open.get(id);
      if (scene) {
        await makeStale(scene);
      }
    },
    settled: async (id) => {
      const scene = open.get(id);
      await (scene && running.get(scene));
    },
    close: async () => {
      for (const stop of stops) {
        stop();
      }
      await looking.close();
    },
  };
}
