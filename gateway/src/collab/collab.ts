import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { SCENE_FORM } from '@diorama/shared/scene/defaults.ts';
import { recordSceneLive } from '@diorama/shared/server/delivery/live-events.queries.ts';
import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { findUsers } from '@diorama/shared/server/scenes/compositions.queries.ts';
import { type Connection, Hocuspocus } from '@hocuspocus/server';
import { messageYjsSyncStep1 } from 'y-protocols/sync';
import type * as Y from 'yjs';
import type { Deps } from '../deps.ts';
import { serializeUserRef } from '../modules/users.ts';
import type { Urls } from '../web/urls.ts';
import { attachSockets, createSocketServer } from './attach-sockets.ts';
import { createAwarenessRelay } from './awareness-relay.ts';
import { guardCausalOrder, noteSyncStep } from './causal-order-guard.ts';
import { ClientIds } from './client-ids.ts';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import type { CollabContext } from './collab-context.ts';
import { clearFullSync, FullSyncs, isFullSync } from './full-syncs.ts';
import { HolderBudgets } from './holder-budgets.ts';
import { createPresence } from './presence.ts';
import { readClientsOfMessage } from './presence-message.ts';
import { createPresenting } from './presenting.ts';
import { createRefusedClients } from './refused-clients.ts';
import { createSceneFeed } from './scene-feed.ts';
import { sceneIdOf, sceneName } from './scene-name.ts';
import { acknowledgeStored, followUpdates } from './scene-updates.ts';
import { guardSchema, pauseWrites, refuseTooLarge, sizeOf } from './schema-guard.ts';
import { type Holder, holderOf, rightsOf, type SocketRights, watchRights } from './socket-rights.ts';
import { guardUpdateLimit, refuseBeyondLimit } from './update-limit.ts';

/** Bytes that a socket may send before it is authenticated: a greeting, and a part of the edits made offline. */
const MAX_UNAUTHENTICATED_BYTES = 300_000;
/** `readyState` of an open WebSocket. */
const OPEN = 1;
/** A scene without edits for this time gets a new card picture. */
const REST_MS = 60_000;

type CollabDeps = Deps & { urls: Urls };

export interface Collab {
  /** Serves `/collab` on an HTTP server's upgrades. */
  attach(server: Server): void;
  /**
   * Changes the live document of a scene in one transaction and waits until that is stored. What stood before a change that
   * `replaces` the scene is kept as a version, with all that was stored until then.
   */
  transact(
    compositionId: string,
    by: { userId: string; replaces?: boolean },
    change: (ydoc: Y.Doc) => void,
  ): Promise<void>;
  /** The people who have a scene open, on all gateways. */
  peopleIn(compositionId: string): string[];
  close(): Promise<void>;
}

/** The live side of scenes: hocuspocus with our authentication, durable log, exchange between gateways, and limits. */
export function createCollab(deps: CollabDeps): Collab {
  const { logger, bus, db, scenes } = deps;
  const gatewayId = randomUUID();
  const rest = createRestTimers(deps);
  const clientIds = new ClientIds();
  const fullReads = new FullSyncs();
  const support = {
    budgets: new HolderBudgets(),
    refused: createRefusedClients({ bus, logger, gatewayId }),
    unread: deps.unread,
    scenes,
  };
  const feed = createSceneFeed({ db, bus, scenes, logger, gatewayId });
  const presence = createPresence({
    bus,
    clock: deps.clock,
    logger,
    gatewayId,
    // Cards show who is inside.
    onChange: (compositionId) => {
      recordSceneLive(db, compositionId).catch((err: unknown) =>
        logger.warn({ err, compositionId }, 'who is inside was not shown'),
      );
    },
    onNeighbour: (compositionId) => relay.notifyAll(compositionId),
  });
  const hocuspocus: Hocuspocus<CollabContext> = new Hocuspocus<CollabContext>({
    quiet: true,
    timeout: 30_000,
    maxUnauthenticatedQueueSize: MAX_UNAUTHENTICATED_BYTES,
    debounce: 500,
    maxDebounce: 2_000,
    onAuthenticate: async ({ token, documentName, connectionConfig, context: { socket, form } }) => {
      const { context, canEdit } = await authenticate(deps, token, sceneIdOf(documentName), rights);
      connectionConfig.readOnly = !canEdit;
      const refusal = socket?.enter(documentName, context.userId) ?? null;
      if (refusal !== null) {
        throw Object.assign(new Error('The socket may not open the scene'), { reason: refusal });
      }
      return { ...context, socket, form };
    },
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
    connected: async ({ connection, documentName, context, socketId }) => {
      const compositionId = sceneIdOf(documentName);
      if (deps.env.isReadOnly) {
        pauseWrites(connection);
      }
      presence.enter(compositionId, socketId, context.userId);
      if (context.userId === null) {
        presenting.enter(connection);
      }
      if (context.heard !== rights.heard) {
        await rights.ask(connection);
      }
      await acknowledgeStored(connection.document, scenes, (message) => connection.sendStateless(message));
    },
    beforeHandleMessage: async ({ connection, document, documentName, context, update }) => {
      const clients = readClientsOfMessage(update);
      if (clients && connection.context.userId !== null && !clientIds.claim(connection, clients)) {
        closeSocket(connection, CLOSE_CODES.policy, 'foreign-client-id');
        throw new Error('A presence was not that of the socket');
      }
      if (isFullSync(update)) {
        const bytes = sizeOf(document);
        await chargeRead(connection, documentName, bytes);
        assertRead(
          connection,
          await fullReads.send(connection, document, { holder: readerOf(context), bytes }),
        );
        clearFullSync(update);
      }
    },
    beforeSync: async ({ connection, document, documentName, type, payload, context }) => {
      if (type === messageYjsSyncStep1) {
        const bytes = sizeOf(document);
        await chargeRead(connection, documentName, bytes);
        assertRead(connection, await fullReads.waitForTurn(readerOf(context), bytes));
      }
      noteSyncStep({ connection, type });
      refuseBeyondLimit({ connection, document, type, payload });
      refuseTooLarge({ connection, document, type, payload });
    },
    beforeHandleAwareness: async ({ states, context, connection }) => {
      if (context && context.userId === null) {
        // People who work on a scene do not see its visitors.
        states.clear();
        return;
      }
      const { '@id': _, ...person } = context?.person
        ? serializeUserRef(deps.urls, context.person)
        : { '@id': '' };
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
    },
    onAwarenessUpdate: async (change) => {
      relay.handleChange(change);
      presenting.handleChange(change.document);
    },
    onDisconnect: async ({ document, documentName, socketId }) => {
      presence.leave(sceneIdOf(documentName), socketId);
      presenting.leave(document, socketId);
      clientIds.release(document, socketId);
    },
    // Edits of a document are committed or wait in the store: after that nothing is lost with it.
    beforeUnloadDocument: ({ documentName }) => scenes.settled(sceneIdOf(documentName)),
    afterUnloadDocument: async ({ documentName }) => rest.end(sceneIdOf(documentName)),
  });
  const rights: SocketRights = watchRights(deps, hocuspocus);
  const presenting = createPresenting();
  const relay = createAwarenessRelay({
    bus,
    logger,
    gatewayId,
    findDocument: (compositionId) => hocuspocus.documents.get(sceneName(compositionId)),
    idOf: (document) => sceneIdOf(document.name),
    isElsewhere: presence.isElsewhere,
    ready: { toSend: scenes.settled, toShow: feed.settled },
    onClientsElsewhere: (document, clients) => clientIds.moveElsewhere(document, clients),
  });
  const wss = createSocketServer();

  return {
    attach: (server) => attachSockets(deps, { server, wss, hocuspocus, support }),
    transact: async (compositionId, { userId, replaces = false }, change) => {
      const context = {
        userId,
        sessionId: '',
        person: null,
        heard: 0,
        form: SCENE_FORM,
        socket: null,
        replaces,
      } satisfies CollabContext;
      const direct = await hocuspocus.openDirectConnection(sceneName(compositionId), context);
      try {
        await feed.catchUp(compositionId);
        await direct.transact(change);
        await scenes.settled(compositionId);
      } finally {
        // Everything is stored by now; unloading the document is not the caller's business.
        direct
          .disconnect()
          .catch((err: unknown) => logger.warn({ err, compositionId }, 'a document stays open'));
      }
    },
    peopleIn: presence.peopleIn,
    close: async () => {
      await rights.close();
      relay.close();
      presenting.close();
      presence.close();
      support.budgets.close();
      support.refused.close();
      hocuspocus.closeConnections();
      hocuspocus.flushPendingStores();
      await scenes.flush();
      for (const client of wss.clients) {
        client.terminate();
      }
      wss.close();
      await feed.close();
    },
  };
}

/** Charges for a request of all of a document. @throws Error where its socket, which is closed then, made too many */
async function chargeRead(connection: Connection, documentName: string, bytes: number): Promise<void> {
  assertRead(connection, (await connection.context.socket?.mayReadAll(documentName, bytes)) !== false);
}

function assertRead(connection: Connection, isAdmitted: boolean): void {
  if (!isAdmitted) {
    closeSocket(connection, CLOSE_CODES.policy, 'too-many-reads');
    throw new Error('All of a scene was requested too often');
  }
  if (connection.webSocket.readyState !== OPEN) {
    throw new Error('The socket was closed while its request waited');
  }
}

/** The user, or the network of a visitor, in whose turn a document is encoded. */
function readerOf({ userId, socket }: CollabContext): string {
  return socket?.holderOf(userId) ?? '';
}

/** Authenticates a client. @throws Error without access; its message is not sent. */
async function authenticate(
  deps: CollabDeps,
  token: string,
  compositionId: string,
  { heard }: SocketRights,
): Promise<{ context: Holder & Pick<CollabContext, 'person' | 'heard'>; canEdit: boolean }> {
  const holder = await holderOf(deps, token, compositionId);
  const rights = holder ? await rightsOf(deps, holder, compositionId) : 'none';
  if (!holder || rights === 'none' || rights === 'session-ended') {
    throw new Error('There is no such scene');
  }
  const [person = null] = holder.userId === null ? [] : await findUsers(deps.db, [holder.userId]);
  return { context: { ...holder, person, heard }, canEdit: rights === 'edit' };
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
