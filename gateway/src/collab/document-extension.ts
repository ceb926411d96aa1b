import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import type { Extension } from '@hocuspocus/server';
import type { Deps } from '../deps.ts';
import { guardCausalOrder, noteSyncStep } from './causal-order-guard.ts';
import type { CollabContext } from './collab-context.ts';
import type { SceneFeed } from './scene-feed.ts';
import { sceneIdOf } from './scene-name.ts';
import { acknowledgeStored, followUpdates } from './scene-updates.ts';
import { guardSchema, refuseTooLarge } from './schema-guard.ts';
import { guardUpdateLimit, refuseBeyondLimit } from './update-limit.ts';

/** A scene without edits for this time gets a new card picture. */
const REST_MS = 60_000;

/** Loads documents, guards and stores their edits, and acknowledges stored edits to clients. */
export function documentExtension(deps: Deps, feed: SceneFeed): Extension<CollabContext> {
  const { scenes } = deps;
  const rest = createRestTimers(deps);
  return {
    onLoadDocument: async ({ document, documentName }) => {
      const compositionId = sceneIdOf(documentName);
      const size = await feed.follow(compositionId, document);
      if (size === null) {
        throw new Error('There is no such scene');
      }
      guardCausalOrder(document);
      guardSchema(document, size);
      guardUpdateLimit(document);
      followUpdates(document, scenes, () => rest.restart(compositionId));
    },
    connected: ({ connection }) =>
      acknowledgeStored(connection.document, scenes, (message) => connection.sendStateless(message)),
    beforeSync: async ({ connection, document, type, payload }) => {
      noteSyncStep({ connection, type });
      refuseBeyondLimit({ connection, document, type, payload });
      refuseTooLarge({ connection, document, type, payload });
    },
    // Edits of a document are committed or wait in the store: after that nothing is lost with it.
    beforeUnloadDocument: ({ documentName }) => scenes.settled(sceneIdOf(documentName)),
    afterUnloadDocument: async ({ documentName }) => rest.end(sceneIdOf(documentName)),
  };
}

/** Asks for a new card picture of scenes that were edited and have come to rest. */
function createRestTimers({ db, logger }: Pick<Deps, 'db' | 'logger'>) {
  const timers = new Map<string, NodeJS.Timeout>();
  const end = (compositionId: string) => {
    if (!timers.has(compositionId)) {
      return;
    }
    clearTimeout(timers.get(compositionId));
    timers.delete(compositionId);
    recordEvent(db, { name: 'composition.rested', payload: { compositionId } }).catch((err: unknown) =>
      logger.warn({ err, compositionId }, 'a card picture was not asked for'),
    );
  };
  return {
    restart: (compositionId: string) => {
      clearTimeout(timers.get(compositionId));
      timers.set(compositionId, setTimeout(() => end(compositionId), REST_MS).unref());
    },
    end,
  };
}
