import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { Bus } from '@diorama/shared/server/delivery/bus.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { createLoop } from '@diorama/shared/server/runtime/loop.ts';
import { countUpdates } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import type { Document } from '@hocuspocus/server';
import { STORED_CHANNEL } from './collab-context.ts';
import { FollowedScene } from './followed-scene.ts';
import type { SceneStore } from './scene-store.ts';

/**
 * Interval of the check for missed notifications. One is missed when a gateway is killed right after
 * its commit.
 */
const LOOK_MS = 10_000;

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

type Options = {
  db: Knex;
  bus: Bus;
  scenes: SceneStore;
  logger: Logger;
  /** Distinguishes this gateway's notifications from those of the others. */
  gatewayId: string;
};

/** Creates the feed, which listens to the bus until it is closed. */
export function createSceneFeed(options: Options): SceneFeed {
  const { db, logger } = options;
  const open = new Map<string, FollowedScene>();
  const stops = listen(open, options);
  const looking = createLoop({
    everyMs: LOOK_MS,
    run: () => lookForMissed(db, open),
    onError: (err) => logger.warn({ reason: err.message }, 'scene revisions could not be checked'),
  });

  return {
    follow: async (id, document) => {
      const scene = new FollowedScene({ db, logger }, id, document);
      // Before it is read: updates stored meanwhile must not be missed.
      open.set(id, scene);
      const forget = () => {
        if (open.get(id) === scene) {
          open.delete(id);
        }
      };
      document.once('destroy', forget);
      let stored: Awaited<ReturnType<FollowedScene['load']>> = null;
      try {
        stored = await scene.load();
      } finally {
        if (stored === null) {
          forget();
        }
      }
      return stored?.updates.reduce((bytes, update) => bytes + update.length, 0) ?? null;
    },
    catchUp: async (id) => await open.get(id)?.catchUp(),
    settled: async (id) => await open.get(id)?.settled(),
    close: async () => {
      for (const stop of stops) {
        stop();
      }
      await looking.close();
    },
  };
}

/** Announces commits of this gateway, and passes those of others to the open scenes. @returns functions that stop */
function listen(
  open: ReadonlyMap<string, FollowedScene>,
  { bus, scenes, logger, gatewayId }: Options,
): readonly (() => void)[] {
  return [
    scenes.onCommit((seqs) => {
      for (const [id, own] of seqs) {
        const scene = open.get(id);
        if (scene) {
          scene.updates += own.length;
        }
      }
      const notices = [...seqs].map(([id, own]) => `${gatewayId}:${id}:${own.join(',')}`);
      // A gateway that misses this notification notices by the count.
      bus
        .publish(STORED_CHANNEL, notices)
        .catch((err) => logger.debug({ err }, 'other gateways were not notified'));
    }),
    bus.subscribe(STORED_CHANNEL, (notices) => {
      for (const [from, id = '', seqs = ''] of notices.map((notice) => notice.split(':'))) {
        if (from !== gatewayId) {
          open.get(id)?.addMissing(seqs.split(',').map(Number));
        }
      }
    }),
    bus.onGap(() => {
      for (const scene of open.values()) {
        void scene.catchUp();
      }
    }),
  ];
}

/** Compares counts of updates, because nothing else reveals a lost notification. */
async function lookForMissed(db: Knex, open: ReadonlyMap<string, FollowedScene>): Promise<void> {
  const before = new Map([...open].map(([id, scene]) => [id, scene.updates]));
  if (before.size === 0) {
    return;
  }
  const counts = await countUpdates(db, [...before.keys()]);
  for (const [id, known] of before) {
    const scene = open.get(id);
    const count = counts.get(id) ?? known;
    // Updates that arrived during the query explain a difference.
    if (scene && count !== known && count !== scene.updates) {
      await scene.catchUp();
    }
  }
}
