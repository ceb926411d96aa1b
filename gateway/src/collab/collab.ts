import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { SCENE_FORM } from '@diorama/shared/scene/defaults.ts';
import type { ReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import { type Extension, Hocuspocus } from '@hocuspocus/server';
import type { Registry } from 'prom-client';
import type * as Y from 'yjs';
import type { Deps } from '../deps.ts';
import type { Urls } from '../web/urls.ts';
import { attachSockets, createSocketServer } from './attach-sockets.ts';
import { authenticationExtension } from './authentication-extension.ts';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import type { CollabContext } from './collab-context.ts';
import { documentExtension } from './document-extension.ts';
import { HolderBudgets } from './holder-budgets.ts';
import { presenceExtension } from './presence-extension.ts';
import { readsExtension } from './reads-extension.ts';
import { createRefusedClients } from './refused-clients.ts';
import { createSceneFeed } from './scene-feed.ts';
import { measureScenes } from './scene-metrics.ts';
import { sceneName } from './scene-name.ts';
import { pauseWrites } from './schema-guard.ts';
import { type SocketRights, watchRights } from './socket-rights.ts';

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
      readsExtension(),
      documentExtension(deps, feed),
    ],
  });
  const rights: SocketRights = watchRights(deps, hocuspocus);
  const stopReadOnly = followSwitch(deps, hocuspocus);
  const wss = createSocketServer();
  measureScenes(hocuspocus, deps.metrics);

  return {
    attach: (server) => attachSockets(deps, { server, wss, hocuspocus, support }),
    transact: async (compositionId, by, change) => {
      const direct = await hocuspocus.openDirectConnection(sceneName(compositionId), contextOf(by));
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
      stopReadOnly();
      await rights.close();
      presence.close();
      support.budgets.close();
      support.refused.close();
      hocuspocus.closeConnections();
      hocuspocus.flushPendingStores();
      await scenes.flush();
      closeSockets(wss);
      await feed.close();
    },
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
  return { userId, sessionId: '', person: null, heard: 0, form: SCENE_FORM, socket: null, replaces };
}
