import { setTimeout as sleep } from 'node:timers/promises';
import { type Document, isTransactionOrigin } from '@hocuspocus/server';
import * as Y from 'yjs';
import { sceneIdOf } from './collab-context.ts';
import { COMMITTED_ORIGIN } from './followed-scene.ts';
import type { SceneStore } from './scene-store.ts';

/**
 * Interval of the notifications about stored updates to all clients of a scene. Each client waits only for
 * its own edits.
 */
const NOTIFY_INTERVAL_MS = 100;

/** Stores the updates of a document, and notifies its clients after commits. */
export function followUpdates(document: Document, scenes: SceneStore, onEdit: () => void): void {
  const compositionId = sceneIdOf(document.name);
  let isNotifying = false;
  let hasMore = false;
  const notify = async () => {
    isNotifying = true;
    do {
      hasMore = false;
      await acknowledgeStored(document, scenes, (message) => document.broadcastStateless(message));
      await sleep(NOTIFY_INTERVAL_MS, undefined, { ref: false });
    } while (hasMore && !document.isDestroyed);
    isNotifying = false;
  };
  document.on('update', (bytes: Uint8Array, origin: unknown) => {
    if (origin !== COMMITTED_ORIGIN) {
      scenes.append({ compositionId, bytes, userId: userOf(origin), replaces: replacesAll(origin) });
      onEdit();
    }
    hasMore = true;
    if (!isNotifying) {
      // Never rejects: the store goes on until it has stored, and sending fails at the sockets alone.
      void notify();
    }
  });
}

/**
 * Notifies clients of the durable part of a document: everything a client has up to this state vector.
 * A document contains only updates from the log and those waiting in this gateway's store. All of it is
 * committed once the store has caught up.
 */
export async function acknowledgeStored(
  document: Document,
  scenes: SceneStore,
  send: (message: string) => void,
): Promise<void> {
  const state = Buffer.from(Y.encodeStateVector(document)).toString('base64');
  await scenes.settled(sceneIdOf(document.name));
  send(JSON.stringify({ type: 'stored', state }));
}

/** Whether an edit of the gateway replaces the whole scene. */
function replacesAll(origin: unknown): boolean {
  return isTransactionOrigin(origin) && origin.source === 'local' && origin.context?.replaces === true;
}

function userOf(origin: unknown): string | null {
  if (!isTransactionOrigin(origin)) {
    return null;
  }
  if (origin.source === 'connection') {
    return origin.connection.context.userId ?? null;
  }
  return origin.source === 'local' ? (origin.context?.userId ?? null) : null;
}
