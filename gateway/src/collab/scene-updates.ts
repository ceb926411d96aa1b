import { setTimeout as sleep } from 'node:timers/promises';
import { type Document, isTransactionOrigin } from '@hocuspocus/server';
import * as Y from 'yjs';
import { FROM_LOG } from './scene-feed.ts';
import { sceneIdOf } from './scene-name.ts';
import type { SceneStore } from './scene-store.ts';

/** Everybody in a scene is told at most so often what of it is stored, as each waits for that about their own edits alone. */
const TELL_MS = 100;

/** Stores what is written into a document here, and says what is stored after commits that brought something. */
export function followUpdates(document: Document, scenes: SceneStore, onEdit: () => void): void {
  const compositionId = sceneIdOf(document.name);
  let isTelling = false;
  let hasMore = false;
  const tell = async () => {
    isTelling = true;
    do {
      hasMore = false;
      await sayStored(document, scenes, (message) => document.broadcastStateless(message));
      await sleep(TELL_MS, undefined, { ref: false });
    } while (hasMore && !document.isDestroyed);
    isTelling = false;
  };
  document.on('update', (bytes: Uint8Array, origin: unknown) => {
    if (origin !== FROM_LOG) {
      scenes.append({ compositionId, bytes, userId: userOf(origin), replaces: replacesAll(origin) });
      onEdit();
    }
    hasMore = true;
    if (!isTelling) {
      // Never rejects: the store goes on until it has stored, and sending fails at the sockets alone.
      void tell();
    }
  });
}

/**
 * Says what of a document is durable, once it is: everything that a client's own state vector has up to this one. A
 * document holds nothing but what came from the log and what waits in this gateway's store, so all of it is committed
 * as soon as the store has come so far.
 */
export async function sayStored(
  document: Document,
  scenes: SceneStore,
  send: (message: string) => void,
): Promise<void> {
  const state = Buffer.from(Y.encodeStateVector(document)).toString('base64');
  await scenes.settled(sceneIdOf(document.name));
  send(JSON.stringify({ type: 'stored', state }));
}

/** Whether an edit of the gateway itself puts another state in the place of the whole scene. */
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
