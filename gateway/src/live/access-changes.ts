import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  ACCESS_KINDS,
  type AccessKind,
  claimAccessChanges,
  hasAccessChanges,
  listAccessChanges,
} from '@diorama/shared/server/delivery/access-changes.queries.ts';
import type { Bus } from '@diorama/shared/server/delivery/bus.ts';
import { endOverdueSessions } from '@diorama/shared/server/people/sessions.queries.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { createLoop } from '@diorama/shared/server/runtime/loop.ts';

/** Interval of the check for changes without a wake-up: by a worker, or by a gateway that has died since. */
const LOOK_MS = 1_000;
/**
 * Interval at which all rights are read again while no messages arrive: another gateway may have published a
 * change and deleted it.
 */
const ASK_ALL_MS = 10_000;

/** Rights that have changed; `null` when any may have, as after messages were lost. */
export type AccessChange = { kind: AccessKind; ids: ReadonlySet<string> } | null;

/**
 * Notifies every gateway of changed rights and of expired sessions. The database records them in the
 * transaction of the change.
 * A gateway publishes them, and deletes them only then. A change therefore survives the death of its gateway
 * and an outage of the bus.
 */
export interface AccessChanges {
  /** Looks for changes now. Call it after something that may have made one. */
  wake(): void;
  /** Receives the changes of all gateways, possibly more than once. @returns the unsubscribe function. */
  subscribe(listener: (change: AccessChange) => void): () => void;
  close(): Promise<void>;
}

/** Bus channel for the ids of that kind whose rights must be read again. */
const channelOf = (kind: AccessKind) => `access-${kind}`;

export function createAccessChanges(options: { db: Knex; bus: Bus; logger: Logger }): AccessChanges {
  const { db, bus, logger } = options;
  const listeners = new Set<(change: AccessChange) => void>();
  const emit = (change: AccessChange) => {
    for (const listener of listeners) {
      listener(change);
    }
  };

  let askedAll = Number.NEGATIVE_INFINITY;
  /**
   * While the bus is away every gateway reads the changes itself. They stay recorded until all gateways can
   * be notified.
   */
  const notifyLocally = async () => {
    for (const [kind, ids] of await listAccessChanges(db)) {
      emit({ kind, ids: new Set(ids) });
    }
    if (performance.now() - askedAll > ASK_ALL_MS) {
      askedAll = performance.now();
      emit(null);
    }
  };
  const announce = async () => {
    if (!bus.isUp) {
      await notifyLocally();
      return;
    }
    // Another gateway publishes the rest, or this one after a restart.
    while (!loop.isClosed && (await hasAccessChanges(db))) {
      const count = await db.transaction(async (trx) => {
        const changes = await claimAccessChanges(trx);
        for (const [kind, ids] of changes) {
          await bus.publish(channelOf(kind), ids);
        }
        return changes.size;
      });
      if (count === 0) {
        // Another gateway is publishing them.
        return;
      }
    }
  };
  const overdue = createLoop({
    everyMs: LOOK_MS,
    run: () => endOverdueSessions(db),
    onError: (err) => logger.warn({ reason: err.message }, 'expired sessions could not be ended, retrying'),
  });
  const loop = createLoop({
    everyMs: LOOK_MS,
    run: announce,
    onError: (err) =>
      logger.warn({ reason: err.message }, 'permission changes could not be published, retrying'),
  });
  const stops = [
    ...ACCESS_KINDS.map((kind) => bus.subscribe(channelOf(kind), (ids) => emit({ kind, ids: new Set(ids) }))),
    bus.onGap(() => {
      loop.wake();
      emit(null);
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
