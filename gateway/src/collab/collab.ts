import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { SCENE_FORM } from '@diorama/shared/scene/defaults.ts';
import type { ReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import { findUsers } from '@diorama/shared/server/scenes/compositions.queries.ts';
import { requestCardPicture } from '@diorama/shared/server/scenes/request-output.queries.ts';
import { type Extension, Hocuspocus } from '@hocuspocus/server';
import { Gauge, type Registry } from 'prom-client';
import type * as Y from 'yjs';
import type { Deps } from '../deps.ts';
import type { Urls } from '../web/urls.ts';
import { attachSockets, createSocketServer } from './attach-sockets.ts';
import { guardCausalOrder, noteSyncStep } from './causal-order-guard.ts';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import { type CollabContext, sceneIdOf, sceneName } from './collab-context.ts';
import { fullReadLimit } from './full-read-limit.ts';
import { HolderBudgets } from './holder-budgets.ts';
import { presenceExtension } from './presence-extension.ts';
import { createRefusedClients } from './refused-clients.ts';
import { createSceneFeed, type SceneFeed } from './scene-feed.ts';
import { acknowledgeStored, followUpdates } from './scene-updates.ts';
import { guardSchema, pauseWrites, refuseTooLarge } from './schema-guard.ts';
import { type Holder, holderOf, rightsOf, type SocketRights, watchRights } from './socket-rights.ts';
import { guardUpdateLimit, refuseBeyondLimit } from './update-limit.ts';

/** A scene without edits for this time gets a new card picture. */
const REST_MS = 60_000;

/** Bytes that a socket may send before it is authenticated: a greeting, and a part of the edits made offline. */
const MAX_UNAUTHENTICATED_BYTES = 300_000;

type CollabDeps = Deps & { urls: Urls; metrics: Registry };

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
  const support = {
    budgets: new HolderBudgets(),
    refused: createRefusedClients({ bus, logger, gatewayId }),
    unread: deps.unread,
    scenes,
  };
  const feed = createSceneFeed({ db, bus, scenes, logger, gatewayId });
  const presence = presenceExtension(deps, { feed, gatewayId, hocuspocus: () => hocuspocus });
  const hocuspocus: Hocuspocus<CollabContext> = new Hocuspocus<CollabContext>({
    quiet: true,
    timeout: 30_000,
    maxUnauthenticatedQueueSize: MAX_UNAUTHENTICATED_BYTES,
    debounce: 500,
    maxDebounce: 2_000,
    // Their hooks run in this order.
    extensions: [
      readOnlyExtension(deps.readOnly),
      presence.extension,
      authenticationExtension(deps, () => rights),
      fullReadLimit(),
      documentExtension(deps, feed),
    ],
  });
  const rights: SocketRights = watchRights(deps, hocuspocus);
  const stopReadOnly = followSwitch(deps, hocuspocus);
  const wss = createSocketServer();
  measureScenes(hocuspocus, deps.metrics);

  return {
    attach: (server) => attachSockets(deps, { server, wss, hocuspocus, support }),
    transact: createTransact(deps, hocuspocus, feed),
    peopleIn: presence.peopleIn,
    close: async () => {
      stopReadOnly();
      await rights.close();
      presence.close();
      support.refused.close();
      hocuspocus.closeConnections();
      hocuspocus.flushPendingStores();
      await scenes.flush();
      closeSockets(wss);
      await feed.close();
    },
  };
}

function createTransact(
  { scenes, logger }: Pick<Deps, 'scenes' | 'logger'>,
  hocuspocus: Hocuspocus<CollabContext>,
  feed: SceneFeed,
): Collab['transact'] {
  return async (compositionId, by, change) => {
    const direct = await hocuspocus.openDirectConnection(sceneName(compositionId), contextOf(by));
    try {
      await feed.catchUp(compositionId);
      await direct.transact(change);
      await scenes.settled(compositionId);
    } finally {
      // Everything is stored by now; unloading the document is not the caller's business.
      direct
        .disconnect()
        .catch((err: unknown) => logger.warn({ err, compositionId }, 'document could not be unloaded'));
    }
  };
}

function closeSockets(wss: ReturnType<typeof createSocketServer>): void {
  for (const client of wss.clients) {
    client.terminate();
  }
  wss.close();
}

/** Keeps edits in browsers while nothing may be written. */
function readOnlyExtension(readOnly: ReadOnly): Extension<CollabContext> {
  return {
    connected: async ({ connection }) => {
      if (readOnly.isOn) {
        pauseWrites(connection);
      }
    },
  };
}

/**
 * Pauses the open sockets when the operators' switch goes on. When it goes off they are closed, and their browsers
 * send their edits to the next ones.
 */
function followSwitch({ readOnly }: Deps, hocuspocus: Hocuspocus<CollabContext>): () => void {
  return readOnly.onChange((isOn) => {
    for (const connection of [...hocuspocus.documents.values()].flatMap((open) => open.getConnections())) {
      if (isOn) {
        pauseWrites(connection);
      } else {
        closeSocket(connection, CLOSE_CODES.accessChanged, 'access-changed');
      }
    }
  });
}

/** The context of a change by the gateway. */
function contextOf({ userId, replaces = false }: { userId: string; replaces?: boolean }): CollabContext {
  return { userId, sessionId: '', person: null, rightsVersion: 0, form: SCENE_FORM, socket: null, replaces };
}

/** Authenticates sockets, and asks for rights again that changed meanwhile. */
function authenticationExtension(deps: Deps, rights: () => SocketRights): Extension<CollabContext> {
  return {
    onAuthenticate: async ({ token, documentName, connectionConfig, context: { socket, form } }) => {
      const { context, canEdit } = await authenticate(deps, token, sceneIdOf(documentName), rights());
      connectionConfig.readOnly = !canEdit;
      const refusal = socket?.enter(documentName, context.userId) ?? null;
      if (refusal !== null) {
        throw Object.assign(new Error('The socket may not open the scene'), { reason: refusal });
      }
      return { ...context, socket, form };
    },
    connected: async ({ connection, context }) => {
      if (context.rightsVersion !== rights().rightsVersion) {
        await rights().ask(connection);
      }
    },
  };
}

/** Authenticates a client. @throws Error without access; its message is not sent. */
async function authenticate(
  deps: Deps,
  token: string,
  compositionId: string,
  { rightsVersion }: SocketRights,
): Promise<{ context: Holder & Pick<CollabContext, 'person' | 'rightsVersion'>; canEdit: boolean }> {
  const holder = await holderOf(deps, token, compositionId);
  const rights = holder ? await rightsOf(deps, holder, compositionId) : 'none';
  if (!holder || rights === 'none' || rights === 'session-ended') {
    throw new Error('There is no such scene');
  }
  const [person = null] = holder.userId === null ? [] : await findUsers(deps.db, [holder.userId]);
  return { context: { ...holder, person, rightsVersion }, canEdit: rights === 'edit' };
}

/** Loads documents, guards and stores their edits, and acknowledges stored edits to clients. */
function documentExtension(deps: Deps, feed: SceneFeed): Extension<CollabContext> {
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
    requestCardPicture(db, compositionId).catch((err: unknown) =>
      logger.warn({ err, compositionId }, 'scene thumbnail could not be requested'),
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

/** Reports the scenes in the memory of this gateway and their sockets. */
function measureScenes(hocuspocus: Hocuspocus<CollabContext>, metrics: Registry): void {
  const figures = {
    diorama_open_scenes: ['Scenes in memory', () => hocuspocus.getDocumentsCount()],
    diorama_scene_sockets: ['Sockets of open scenes', () => hocuspocus.getConnectionsCount()],
  } as const;
  for (const [name, [help, count]] of Object.entries(figures)) {
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(count());
      },
    });
  }
}
