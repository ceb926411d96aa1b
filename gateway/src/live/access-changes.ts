import type { Bus } from '@diorama/shared/server/bus.ts';
import {
  ACCESS_KINDS,
  type AccessKind,
  hasAccessChanges,
  listAccessChanges,
  takeAccessChanges,
} from '@diorama/shared/server/db/access-changes.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { endOverdueSessions } from '@diorama/shared/server/db/repositories/sessions.ts';
import type { Logger } from '@diorama/shared/server/logger.ts';
import { createLoop } from '@diorama/shared/server/loop.ts';

/** What nobody woke us for is found after so long: a change by a worker, or by a gateway that has died since. */
const LOOK_MS = 1_000;
/** While no messages arrive, all are asked again so often: another gateway may have told of a change and forgotten it. */
const ASK_ALL_MS = 10_000;

/** Rights that have changed; `null` when any may have, as after messages were lost. */
export type AccessChange = { kind: AccessKind; ids: ReadonlySet<string> } | null;

/**
 * Tells every gateway of rights that have changed, and of sessions that time has ended. The database notes them in the
 * transaction of the change; some gateway passes them on, and forgets them only then. So a change is heard of though whoever made it is killed, and
 * though the bus is away for a while.
 */
export interface AccessChanges {
  /** Looks for changes now. Call it after something that may have made one. */
  wake(): void;
  /** Hears of the changes of all gateways. Hearing of one twice must do no harm. @returns what ends it. */
  subscribe(listener: (change: AccessChange) => void): () => void;
  close(): Promise<void>;
}

/** The bus channel on which ids of that kind say: ask again what they may do. */
const channelOf = (kind: AccessKind) => `access-${kind}`;

export function createAccessChanges(options: { db: Knex; bus: Bus; logger: Logger }): AccessChanges {
  const { db, bus, logger } = options;
  const listeners = new Set<(change: AccessChange) => void>();
  const tell = (change: AccessChange) => {
    for (const listener of listeners) {
      listener(change);
    }
  };

  let askedAll = Number.NEGATIVE_INFINITY;
  /** While the bus is away every gateway looks for itself. What is noted stays, until all can be told. */
  const tellHere = async () => {
    for (const [kind, ids] of await listAccessChanges(db)) {
      tell({ kind, ids: new Set(ids) });
    }
    if (performance.now() - askedAll > ASK_ALL_MS) {
      askedAll = performance.now();
      tell(null);
    }
  };
  const announce = async () => {
    if (!bus.isUp) {
      await tellHere();
      return;
    }
    // What is left at the end another gateway tells, or this one when it is back.
    while (!loop.isClosed && (await hasAccessChanges(db))) {
      const count = await db.transaction(async (trx) => {
        const changes = await takeAccessChanges(trx);
        for (const [kind, ids] of changes) {
          await bus.publish(channelOf(kind), ids);
        }
        return changes.size;
      });
      if (count === 0) {
        // Another gateway is telling of them.
        return;
      }
    }
  };
  const overdue = createLoop({
    everyMs: LOOK_MS,
    run: () => endOverdueSessions(db),
    onError: (err) => logger.warn({ reason: err.message }, 'sessions that are over wait to be ended'),
  });
  const loop = createLoop({
    everyMs: LOOK_MS,
    run: announce,
    onError: (err) => logger.warn({ reason: err.message }, 'changed rights wait to be told'),
  });
  const stops = [
    ...ACCESS_KINDS.map((kind) => bus.subscribe(channelOf(kind), (ids) => tell({ kind, ids: new Set(ids) }))),
    bus.onGap(() => {
      loop.wake();
      tell(null);
    }),
  ];

  return {
    wake: loop.wake,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      for (const stop of stops) {
        stop();
      }
      await overdue.close();
      await loop.close();
    },
  };
}
