import { recordSceneLive } from '@diorama/shared/server/delivery/live-events.queries.ts';
import type { Connection, Document, Extension, Hocuspocus } from '@hocuspocus/server';
import type { Deps } from '../deps.ts';
import { serializeUserRef } from '../modules/users/user-ref.ts';
import type { Urls } from '../web/urls.ts';
import { AwarenessRelay } from './awareness-relay.ts';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import { type CollabContext, sceneIdOf, sceneName } from './collab-context.ts';
import { Presence } from './presence.ts';
import { type PresentClient, readClientsOfMessage } from './presence-message.ts';
import { createPresenting } from './presenting.ts';
import type { SceneFeed } from './scene-feed.ts';

/** A client id without a state is forgotten after this time: updates that were on their way have arrived by then. */
const FORGOTTEN_MS = 60_000;

type PresenceParts = { feed: SceneFeed; gatewayId: string; hocuspocus: () => Hocuspocus<CollabContext> };

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
        logger.warn({ err, compositionId }, 'scene presence could not be shown'),
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

/**
 * Binds each connection to one awareness client id: the first that it announces. A new connection of the same user takes over
 * the id of an older one, as a provider does that reconnects before the server knows that the old socket is dead.
 */
class ClientIds {
  readonly #ids = new WeakMap<Connection, number>();
  readonly #owners = new WeakMap<Document, Map<number, Connection>>();

  /** @returns false where a client id is not the connection's */
  claim(connection: Connection, clients: readonly PresentClient[]): boolean {
    return clients.every(({ client }) => this.#claimOne(connection, client));
  }

  /** Whether the connection speaks for the id; one that was taken over does not any more. */
  isOwner(connection: Connection, client: number): boolean {
    return this.#owners.get(connection.document)?.get(client) === connection;
  }

  /** Releases ids of which another gateway has newer states: their clients have reconnected there. */
  moveElsewhere(document: Document, clients: readonly PresentClient[]): void {
    const owners = this.#owners.get(document);
    for (const { client, clock } of clients) {
      const owner = owners?.get(client);
      if (owner && clock > (document.awareness.meta.get(client)?.clock ?? -1)) {
        document.getClients(owner).delete(client);
        owners?.delete(client);
      }
    }
  }

  /** Ends the binding of a closed socket, and forgets ids that have long been without a state. */
  release(document: Document, socketId: string): void {
    const owners = this.#owners.get(document);
    for (const [client, owner] of owners ?? []) {
      if (owner.socketId === socketId) {
        owners?.delete(client);
      }
    }
    pruneClients(document);
  }

  #claimOne(connection: Connection, client: number): boolean {
    const { document, context } = connection;
    const owners = this.#owners.get(document) ?? new Map<number, Connection>();
    this.#owners.set(document, owners);
    const known = this.#ids.get(connection);
    const owner = owners.get(client);
    if (known !== undefined && (known !== client || owner)) {
      return known === client;
    }
    // Without an owner here, the client may be connected to another gateway.
    const user = owner ? owner.context.userId : document.awareness.getStates().get(client)?.person?.uuid;
    if (user !== undefined && user !== context.userId) {
      return false;
    }
    if (owner) {
      document.getClients(owner).delete(client);
    }
    // So that hocuspocus removes the state with this connection, also where the state is older than it.
    document.getClients(connection).add(client);
    owners.set(client, connection);
    this.#ids.set(connection, client);
    return true;
  }
}

/**
 * Awareness keeps a clock for each client that ever had a state. A client that reconnects with new ids
 * adds some.
 */
function pruneClients({ awareness }: Document): void {
  const before = Date.now() - FORGOTTEN_MS;
  for (const [client, { lastUpdated }] of awareness.meta) {
    if (lastUpdated < before && !awareness.states.has(client)) {
      awareness.meta.delete(client);
    }
  }
}
