import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { SCENE_FORM } from '@diorama/shared/scene/defaults.ts';
import { recordSceneLive } from '@diorama/shared/server/db/live-events.ts';
import { recordEvent } from '@diorama/shared/server/db/outbox.ts';
import { findUsers } from '@diorama/shared/server/db/read-models/compositions.ts';
import type { UserRow } from '@diorama/shared/server/db/read-models/person-json.ts';
import { compactScene } from '@diorama/shared/server/db/scene-log.ts';
import { guardUpgrades, refuseUpgrade } from '@diorama/shared/server/guard.ts';
import { Hocuspocus } from '@hocuspocus/server';
import { type WebSocket, WebSocketServer } from 'ws';
import { messageYjsSyncStep1 } from 'y-protocols/sync';
import type * as Y from 'yjs';
import type { Deps } from '../deps.ts';
import { blockListOf } from '../middleware/address-list.ts';
import { addressOf, networkOf } from '../middleware/client-address.ts';
import { presentUserRef } from '../modules/users.ts';
import type { Urls } from '../web/urls.ts';
import { createAwarenessRelay } from './awareness-relay.ts';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import { CountedSocket } from './counted-socket.ts';
import { guardGrowth, refuseOvergrowth } from './growth-wall.ts';
import { HushedSocket, isOfSession } from './hushed-socket.ts';
import { guardOrder, noteTelling } from './order-wall.ts';
import { Pace } from './pace.ts';
import { createPresence } from './presence.ts';
import { createSceneFeed } from './scene-feed.ts';
import { sceneIdOf, sceneName } from './scene-name.ts';
import { followUpdates, sayStored } from './scene-updates.ts';
import { guardShape, refuseWhatIsTooMuch } from './shape-wall.ts';
import { createShowing } from './showing.ts';
import { type Holder, holderOf, rightsOf, type SocketRights, watchRights } from './socket-rights.ts';

/**
 * How often a socket may say something of somebody's presence, which goes to everybody in the scene: editors say twenty times a
 * second what they drag, and ten times where they look.
 */
const PRESENCE = { atOnce: 120, perSecond: 60 };
const paces = new WeakMap<object, Pace>();

function paceOf(connection: object): Pace {
  const pace = paces.get(connection) ?? new Pace(PRESENCE, performance.now());
  paces.set(connection, pace);
  return pace;
}

export const COLLAB_PATH = '/collab';

/** Clients send larger updates in parts. */
const MAX_MESSAGE_BYTES = 1_000_000;
/**
 * What a socket may say before it is known whose it is: a greeting, and a part of what was made offline. Whoever says more
 * comes back; strangers hold little memory.
 */
const MAX_STRANGER_BYTES = 300_000;
const MAX_AWARENESS_BYTES = 64_000;
/** When a network with too many sockets may ask again, in seconds. */
const RETRY_S = 30;
/** A scene that nobody touched for so long gets its card picture anew. */
const REST_MS = 60_000;

/**
 * What a socket is known by. `heard` is how many changes of rights were known before it was judged, `form` the one of
 * documents that its editor writes; `replaces` is for changes of the gateway itself.
 */
type CollabContext = Holder & {
  person: UserRow | null;
  heard: number;
  form: number;
  socket: HushedSocket | null;
  counted: CountedSocket | null;
  replaces?: boolean;
};

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
  /** The people who have a scene open, on whichever gateway. */
  peopleIn(compositionId: string): string[];
  close(): Promise<void>;
}

/** The live side of scenes: hocuspocus with our authentication, durable log, exchange between gateways, and walls. */
export function createCollab(deps: CollabDeps): Collab {
  const { logger, bus, db, scenes } = deps;
  const gatewayId = randomUUID();
  const rest = createRestTimers(deps);
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
    onNeighbour: (compositionId) => relay.tellAll(compositionId),
  });
  const hocuspocus: Hocuspocus<CollabContext> = new Hocuspocus<CollabContext>({
    quiet: true,
    timeout: 30_000,
    maxUnauthenticatedQueueSize: MAX_STRANGER_BYTES,
    debounce: 500,
    maxDebounce: 2_000,
    onAuthenticate: async ({ token, documentName, connectionConfig, context: { socket, counted, form } }) => {
      const { context, canEdit } = await authenticate(deps, token, sceneIdOf(documentName), rights);
      connectionConfig.readOnly = !canEdit;
      if (socket?.enter(documentName, context.userId === null) === false) {
        throw new Error('Too many scenes over one socket');
      }
      if (counted?.enter(context.userId) === false) {
        throw new Error('Too many visitors of one network');
      }
      return { ...context, socket, counted, form };
    },
    onLoadDocument: async ({ document, documentName }) => {
      const compositionId = sceneIdOf(documentName);
      const size = await feed.follow(compositionId, document);
      if (size === null) {
        throw new Error('There is no such scene');
      }
      guardOrder(document);
      guardShape(document, size);
      guardGrowth(document);
      followUpdates(document, scenes, () => rest.restart(compositionId));
    },
    connected: async ({ connection, documentName, context, socketId }) => {
      const compositionId = sceneIdOf(documentName);
      presence.enter(compositionId, socketId, context.userId);
      if (context.userId === null) {
        showing.enter(connection);
      }
      if (context.heard !== rights.heard) {
        await rights.ask(connection);
      }
      await sayStored(connection.document, scenes, (message) => connection.sendStateless(message));
    },
    beforeSync: async ({ connection, document, documentName, type, payload }) => {
      if (type === messageYjsSyncStep1 && connection.context.socket?.mayAsk(documentName) === false) {
        closeSocket(connection, CLOSE_CODES.policy);
        throw new Error('All of a scene was asked for too often');
      }
      noteTelling({ connection, type });
      refuseOvergrowth({ connection, document, type, payload });
      refuseWhatIsTooMuch({ connection, document, type, payload });
    },
    beforeHandleAwareness: async ({ states, context, connection, awareness }) => {
      if (context && context.userId === null) {
        // Visitors are nobody to the people who work on a scene.
        states.clear();
        return;
      }
      if (connection && !paceOf(connection).take(performance.now())) {
        // What is said too often is heard with the next that is not.
        states.clear();
        return;
      }
      if (Buffer.byteLength(JSON.stringify([...states.values()])) > MAX_AWARENESS_BYTES) {
        throw new Error('The presence of a person is too large');
      }
      const { '@id': _, ...person } = context?.person
        ? presentUserRef(deps.urls, context.person)
        : { '@id': '' };
      for (const [client, state] of states) {
        const known = awareness.getStates().get(client)?.person?.uuid;
        if (known !== undefined && known !== context?.userId) {
          // Clients choose the numbers that they are known by; this one is somebody else's.
          states.delete(client);
          continue;
        }
        // Who somebody is the server says, whatever they say themselves.
        state.person = person;
        if (connection?.readOnly) {
          // Only who may change a scene leads visitors through it, and moves what is in it.
          delete state.showing;
          delete state.drag;
        }
      }
    },
    onAwarenessUpdate: async (change) => {
      relay.handleChange(change);
      showing.handleChange(change.document);
    },
    onDisconnect: async ({ document, documentName, socketId }) => {
      presence.leave(sceneIdOf(documentName), socketId);
      showing.leave(document, socketId);
    },
    // What is in a document is committed or waits in the store: nothing is lost with it after that.
    beforeUnloadDocument: ({ documentName }) => scenes.settled(sceneIdOf(documentName)),
    afterUnloadDocument: async ({ documentName }) => rest.end(sceneIdOf(documentName)),
  });
  const rights: SocketRights = watchRights(deps, hocuspocus);
  const showing = createShowing();
  const relay = createAwarenessRelay({
    bus,
    logger,
    gatewayId,
    findDocument: (compositionId) => hocuspocus.documents.get(sceneName(compositionId)),
    idOf: (document) => sceneIdOf(document.name),
    isElsewhere: presence.isElsewhere,
    ready: { toSend: scenes.settled, toShow: feed.settled },
  });
  const wss = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });

  return {
    attach: (server) => attachSockets(deps, { server, wss, hocuspocus }),
    transact: async (compositionId, { userId, replaces = false }, change) => {
      const context = {
        userId,
        sessionId: '',
        person: null,
        heard: 0,
        form: SCENE_FORM,
        socket: null,
        counted: null,
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
      showing.close();
      presence.close();
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

/** What is known of a socket when it is upgraded; `onKnown` ends its count among the unauthenticated sockets. */
type Upgrade = { form: number; network: string; onKnown: () => void };

/** Lets the sockets of an HTTP server in. */
function attachSockets(
  { logger, env, connections }: Pick<Deps, 'logger' | 'env' | 'connections'>,
  parts: { server: Server; wss: WebSocketServer; hocuspocus: Hocuspocus<CollabContext> },
): void {
  const { server, wss, hocuspocus } = parts;
  const proxies = blockListOf(env.trustedProxies);
  const serveSocket = (ws: WebSocket, request: IncomingMessage, { form, network, onKnown }: Upgrade) => {
    ws.on('error', (err) => logger.debug({ err }, 'a socket failed'));
    const headers = new Headers({ 'user-agent': request.headers['user-agent'] ?? '' });
    const hushed = new HushedSocket(ws, onKnown);
    const counted = new CountedSocket(connections, network, () =>
      ws.close(CLOSE_CODES.tooManySockets, 'too many connections of this user'),
    );
    const connection = hocuspocus.handleConnection(
      hushed,
      new Request(`http://localhost${COLLAB_PATH}`, { headers }),
      { userId: null, keyVersion: -1, person: null, heard: 0, form, socket: hushed, counted },
    );
    ws.on('message', (data: Buffer) => {
      if (ws.readyState !== ws.OPEN) {
        // Who was told to go may go on talking until they hear of it.
        return;
      }
      const message = new Uint8Array(data);
      if (isOfSession(message)) {
        ws.close(CLOSE_CODES.policy, String(CLOSE_CODES.policy));
      } else {
        connection.handleMessage(message);
      }
    });
    ws.on('close', (code, reason) => {
      counted.end();
      connection.handleClose({ code, reason: reason.toString() });
    });
  };
  const accept = guardUpgrades((request, socket, head, { pathname, searchParams }) => {
    if (pathname !== COLLAB_PATH) {
      return false;
    }
    const network = networkOf(addressOf(request, proxies));
    const leaveNetwork = connections.open({ limit: 'sockets-of-network', holder: network });
    const onKnown =
      leaveNetwork && connections.open({ limit: 'unauthenticated-sockets-of-network', holder: network });
    if (!onKnown) {
      leaveNetwork?.();
      refuseUpgrade(socket, '429 Too Many Requests', RETRY_S);
      return true;
    }
    socket.on('close', () => {
      leaveNetwork();
      onKnown();
    });
    const form = Number(searchParams.get('form') ?? SCENE_FORM);
    wss.handleUpgrade(request, socket, head, (ws) => serveSocket(ws, request, { form, network, onKnown }));
    return true;
  }, logger);
  server.on('upgrade', accept);
}

/** Lets somebody in. @throws Error whose message the client is not told, when they may not look. */
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

/** Merges what a scene has pending, for who reads its JSON. */
export async function settleScene(
  deps: Pick<Deps, 'db' | 'scenes'>,
  compositionId: string,
): Promise<number | null> {
  await deps.scenes.settled(compositionId);
  return compactScene(deps.db, compositionId);
}
