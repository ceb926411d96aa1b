import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { isOwnUuid } from '@diorama/shared/domain/uuid.ts';
import type { CompositionAction } from '@diorama/shared/policy/composition.ts';
import { judgeComposition } from '@diorama/shared/policy/composition.ts';
import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { recordSceneLive } from '@diorama/shared/server/db/live-events.ts';
import { recordEvent } from '@diorama/shared/server/db/outbox.ts';
import { compactScene, loadScene } from '@diorama/shared/server/db/scene-log.ts';
import { Redis as RedisExtension } from '@hocuspocus/extension-redis';
import { type Document, Hocuspocus, isTransactionOrigin } from '@hocuspocus/server';
import { Redis } from 'ioredis';
import { WebSocketServer } from 'ws';
import * as Y from 'yjs';
import { actorOfSession } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { findCompositionFacts } from '../modules/compositions/facts.ts';
import { findSharedScene } from '../modules/public/shared-scene.ts';
import { ACCESS_CHANNEL, PERSON_CHANNEL, SESSION_CHANNEL } from './channels.ts';
import { CLOSE_CODES, type CloseCode, closeSocket } from './close-socket.ts';
import { createPresence } from './presence.ts';
import { guardShape } from './shape-wall.ts';

export const COLLAB_PATH = '/collab';

const MAX_MESSAGE_BYTES = 1_000_000;
const MAX_AWARENESS_BYTES = 64_000;
const NAME_PREFIX = 'composition.';
/** A scene that nobody touched for so long gets its card picture anew. */
const REST_MS = 60_000;

type CollabContext = { userId: string | null; sessionId: string | null; name: string };

export interface Collab {
  /** Serves `/collab` on an HTTP server's upgrades. */
  attach(server: Server): void;
  /** Changes the live document of a scene in one transaction and waits until that is stored. */
  transact(compositionId: string, userId: string, change: (ydoc: Y.Doc) => void): Promise<void>;
  /** The people who have a scene open, on whichever gateway. */
  peopleIn(compositionId: string): string[];
  close(): Promise<void>;
}

/** The live side of scenes: hocuspocus with our authentication, durable log and walls. */
export function createCollab(deps: Deps): Collab {
  const { logger, bus, env } = deps;
  const restTimers = new Map<string, NodeJS.Timeout>();
  const presence = createPresence({
    bus,
    clock: deps.clock,
    logger,
    gatewayId: randomUUID(),
    // Cards show who is inside.
    onChange: (compositionId) => {
      recordSceneLive(deps.db, compositionId).catch((err: unknown) =>
        logger.warn({ err, compositionId }, 'who is inside was not shown'),
      );
    },
  });
  const hocuspocus = new Hocuspocus<CollabContext>({
    quiet: true,
    timeout: 30_000,
    debounce: 500,
    maxDebounce: 2_000,
    extensions: env.redisUrl ? [redisExtension(env.redisUrl)] : [],
    onAuthenticate: async ({ token, documentName, connectionConfig }) => {
      const { context, canEdit } = await authenticatePerson(deps, token, compositionOf(documentName));
      connectionConfig.readOnly = !canEdit;
      return context;
    },
    onLoadDocument: async ({ document, documentName }) => {
      const state = await loadScene(deps.db, compositionOf(documentName));
      if (!state) {
        throw new Error('There is no such scene');
      }
      sceneRoots(document);
      Y.applyUpdate(document, state, { source: 'local', skipStoreHooks: true });
      guardShape(document, state.length);
      followUpdates(document);
    },
    connected: async ({ connection, documentName, context, socketId }) => {
      if (context.userId !== null) {
        presence.enter(compositionOf(documentName), socketId, context.userId);
      }
      const document = hocuspocus.documents.get(documentName);
      if (document) {
        await deps.scenes.flush();
        connection.sendStateless(storedMessage(Y.encodeStateVector(document)));
      }
    },
    beforeHandleAwareness: async ({ states }) => {
      if (Buffer.byteLength(JSON.stringify([...states.values()])) > MAX_AWARENESS_BYTES) {
        throw new Error('The presence of a person is too large');
      }
    },
    onDisconnect: async ({ documentName, socketId }) => presence.leave(compositionOf(documentName), socketId),
    onStoreDocument: () => deps.scenes.flush(),
    afterUnloadDocument: async ({ documentName }) => rested(compositionOf(documentName)),
  });

  /** Stores what clients write, and says so only after the commit. */
  function followUpdates(document: Document): void {
    const compositionId = compositionOf(document.name);
    document.on('update', (bytes: Uint8Array, origin: unknown) => {
      if (isTransactionOrigin(origin) && origin.source === 'redis') {
        return;
      }
      const vector = Y.encodeStateVector(document);
      const userId = userOf(origin);
      deps.scenes.append({ compositionId, bytes, userId }, () => {
        document.broadcastStateless(storedMessage(vector));
      });
      clearTimeout(restTimers.get(compositionId));
      restTimers.set(compositionId, setTimeout(() => rested(compositionId), REST_MS).unref());
    });
  }

  /** Asks for a new card picture where one is due. */
  function rested(compositionId: string): void {
    if (!restTimers.has(compositionId)) {
      return;
    }
    clearTimeout(restTimers.get(compositionId));
    restTimers.delete(compositionId);
    recordEvent(deps.db, { name: 'composition.rested', payload: { compositionId } }).catch((err: unknown) =>
      logger.warn({ err, compositionId }, 'a card picture was not asked for'),
    );
  }

  const wss = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const stops = [
    bus.subscribe(ACCESS_CHANNEL, (ids) => {
      for (const id of ids) {
        for (const connection of hocuspocus.documents.get(NAME_PREFIX + id)?.getConnections() ?? []) {
          closeSocket(connection, CLOSE_CODES.accessChanged);
        }
      }
    }),
    bus.subscribe(SESSION_CHANNEL, (ids) => {
      closeWhere(hocuspocus, CLOSE_CODES.sessionEnded, ({ sessionId }) => ids.includes(sessionId ?? ''));
    }),
    bus.subscribe(PERSON_CHANNEL, (ids) => {
      closeWhere(hocuspocus, CLOSE_CODES.accessChanged, ({ userId }) => ids.includes(userId ?? ''));
    }),
  ];

  return {
    attach: (server) => {
      server.on('upgrade', (request, socket, head) => {
        if (new URL(request.url ?? '/', 'http://localhost').pathname !== COLLAB_PATH) {
          socket.destroy();
          return;
        }
        wss.handleUpgrade(request, socket, head, (ws) => {
          const headers = new Headers({ 'user-agent': request.headers['user-agent'] ?? '' });
          const connection = hocuspocus.handleConnection(
            ws,
            new Request(`http://localhost${COLLAB_PATH}`, { headers }),
          );
          ws.on('message', (data: Buffer) => connection.handleMessage(new Uint8Array(data)));
          ws.on('close', (code, reason) => connection.handleClose({ code, reason: reason.toString() }));
          ws.on('error', (err) => logger.debug({ err }, 'a socket failed'));
        });
      });
    },
    transact: async (compositionId, userId, change) => {
      const context: CollabContext = { userId, sessionId: null, name: '' };
      const direct = await hocuspocus.openDirectConnection(NAME_PREFIX + compositionId, context);
      try {
        await direct.transact(change);
        await deps.scenes.flush();
      } finally {
        // Everything is stored by now; unloading the document is not the caller's business.
        direct
          .disconnect()
          .catch((err: unknown) => logger.warn({ err, compositionId }, 'a document stays open'));
      }
    },
    peopleIn: presence.peopleIn,
    close: async () => {
      for (const stop of stops) {
        stop();
      }
      presence.close();
      hocuspocus.closeConnections();
      hocuspocus.flushPendingStores();
      await deps.scenes.flush();
      for (const client of wss.clients) {
        client.terminate();
      }
      wss.close();
      await hocuspocus.hooks('onDestroy', { instance: hocuspocus });
    },
  };
}

function closeWhere(
  hocuspocus: Hocuspocus<CollabContext>,
  code: CloseCode,
  isMeant: (context: CollabContext) => boolean,
): void {
  for (const document of hocuspocus.documents.values()) {
    for (const connection of document.getConnections()) {
      if (isMeant(connection.context as CollabContext)) {
        closeSocket(connection, code);
      }
    }
  }
}

/** Decides with the same policy as HTTP who may open a scene and who may write. */
async function authenticatePerson(
  deps: Deps,
  token: string,
  compositionId: string,
): Promise<{ context: CollabContext; canEdit: boolean }> {
  const claims = await deps.tokens.verify(token);
  if (claims?.kind === 'share') {
    const scene = await findSharedScene(deps.db, compositionId);
    const isValid = claims.compositionId === compositionId && scene?.keyVersion === claims.keyVersion;
    if (!scene?.sharing.live || !isValid) {
      throw new Error('This link does not follow the scene');
    }
    return { context: { userId: null, sessionId: null, name: '' }, canEdit: false };
  }
  if (claims?.kind !== 'access') {
    throw new Error('A token is needed');
  }
  const actor = await actorOfSession(deps, claims.userId, claims.sessionId);
  const facts = await findCompositionFacts(deps.db, compositionId, actor.userId);
  const may = (action: CompositionAction) => facts !== null && judgeComposition(action, facts).allowed;
  if (!may('read')) {
    throw new Error('There is no such scene');
  }
  return {
    context: { userId: actor.userId, sessionId: actor.sessionId, name: actor.name },
    canEdit: may('edit'),
  };
}

function compositionOf(documentName: string): string {
  const id = documentName.slice(NAME_PREFIX.length);
  if (!documentName.startsWith(NAME_PREFIX) || !isOwnUuid(id)) {
    throw new Error('There is no such scene');
  }
  return id;
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

/** Tells clients what is durable: everything their own state vector has up to this one is committed. */
function storedMessage(vector: Uint8Array): string {
  return JSON.stringify({ type: 'stored', state: Buffer.from(vector).toString('base64') });
}

function redisExtension(url: string): RedisExtension {
  return new RedisExtension({ createClient: () => new Redis(url, { maxRetriesPerRequest: null }) });
}

/** Merges what a scene has pending, for who reads its JSON. */
export async function settleScene(
  deps: Pick<Deps, 'db' | 'scenes'>,
  compositionId: string,
): Promise<number | null> {
  await deps.scenes.flush();
  return compactScene(deps.db, compositionId);
}
