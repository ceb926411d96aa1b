import { recordSceneLive } from '@diorama/shared/server/delivery/live-events.queries.ts';
import type { Extension, Hocuspocus } from '@hocuspocus/server';
import type { Deps } from '../deps.ts';
import { serializeUserRef } from '../modules/users.ts';
import type { Urls } from '../web/urls.ts';
import { AwarenessRelay } from './awareness-relay.ts';
import { ClientIds } from './client-ids.ts';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import type { CollabContext } from './collab-context.ts';
import { Presence } from './presence.ts';
import { readClientsOfMessage } from './presence-message.ts';
import { createPresenting } from './presenting.ts';
import type { SceneFeed } from './scene-feed.ts';
import { sceneIdOf, sceneName } from './scene-name.ts';

type PresenceParts = {
  feed: SceneFeed;
  gatewayId: string;
  hocuspocus: () => Hocuspocus<CollabContext>;
};

/** Presence of people in scenes, on all gateways, with their identity, pointers and presentations. */
export function presenceExtension(deps: Deps & { urls: Urls }, parts: PresenceParts) {
  const { bus, logger } = deps;
  const clientIds = new ClientIds();
  const presence = createScenePresence(deps, parts.gatewayId, (compositionId) =>
    relay.notifyAll(compositionId),
  );
  const presenting = createPresenting();
  const relay = new AwarenessRelay({
    bus,
    logger,
    gatewayId: parts.gatewayId,
    findDocument: (compositionId) => parts.hocuspocus().documents.get(sceneName(compositionId)),
    idOf: (document) => sceneIdOf(document.name),
    isElsewhere: (id) => presence.isElsewhere(id),
    ready: { toSend: deps.scenes.settled, toShow: parts.feed.settled },
    onClientsElsewhere: (document, clients) => clientIds.moveElsewhere(document, clients),
  });
  const extension: Extension<CollabContext> = {
    connected: async ({ connection, documentName, context, socketId }) => {
      presence.enter(sceneIdOf(documentName), socketId, context.userId);
      if (context.userId === null) {
        presenting.enter(connection);
      }
    },
    beforeHandleMessage: async ({ connection, update }) => {
      const clients = readClientsOfMessage(update);
      if (clients && connection.context.userId !== null && !clientIds.claim(connection, clients)) {
        closeSocket(connection, CLOSE_CODES.policy, 'foreign-client-id');
        throw new Error('A presence was not that of the socket');
      }
    },
    beforeHandleAwareness: async (change) => limitStates(deps.urls, clientIds, change),
    onAwarenessUpdate: async (change) => {
      relay.handleChange(change);
      presenting.handleChange(change.document);
    },
    onDisconnect: async ({ document, documentName, socketId }) => {
      presence.leave(sceneIdOf(documentName), socketId);
      presenting.leave(document, socketId);
      clientIds.release(document, socketId);
    },
  };
  return {
    extension,
    peopleIn: (id: string) => presence.peopleIn(id),
    close: () => {
      relay.close();
      presenting.close();
      presence.close();
    },
  };
}

function createScenePresence(
  { db, bus, clock, logger }: Deps,
  gatewayId: string,
  onNeighbour: (compositionId: string) => void,
) {
  return new Presence({
    bus,
    clock,
    logger,
    gatewayId,
    // Cards show who is inside.
    onChange: (compositionId) => {
      recordSceneLive(db, compositionId).catch((err: unknown) =>
        logger.warn({ err, compositionId }, 'who is inside was not shown'),
      );
    },
    onNeighbour,
  });
}

type AwarenessChange = Parameters<NonNullable<Extension<CollabContext>['beforeHandleAwareness']>>[0];

/** Removes the parts of states that their client may not set. */
function limitStates(
  urls: Urls,
  clientIds: ClientIds,
  { states, context, connection }: AwarenessChange,
): void {
  if (context && context.userId === null) {
    // People who work on a scene do not see its visitors.
    states.clear();
    return;
  }
  const { '@id': _, ...person } = context?.person ? serializeUserRef(urls, context.person) : { '@id': '' };
  for (const [client, state] of states) {
    if (connection && !clientIds.isOwner(connection, client)) {
      states.delete(client);
      continue;
    }
    // Clients cannot choose their identity.
    state.person = person;
    if (connection?.readOnly) {
      // Only editors lead visitors through a scene, and move things in it.
      delete state.showing;
      delete state.drag;
    }
  }
}
