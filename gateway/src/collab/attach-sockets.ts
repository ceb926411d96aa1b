import type { IncomingMessage, Server } from 'node:http';
import { COLLAB_PATH } from '@diorama/shared/scene/collab-url.ts';
import { SCENE_FORM } from '@diorama/shared/scene/defaults.ts';
import { guardUpgrades, refuseUpgrade } from '@diorama/shared/server/runtime/request-guard.ts';
import type { Hocuspocus } from '@hocuspocus/server';
import { WebSocket, WebSocketServer } from 'ws';
import type { Deps } from '../deps.ts';
import { blockListOf } from '../middleware/blocklist.ts';
import { addressOf, networkOf } from '../middleware/client-address.ts';
import { CLOSE_CODES, CLOSE_REASONS } from './close-socket.ts';
import type { CollabContext } from './collab-context.ts';
import { CountedSocket } from './counted-socket.ts';
import { SceneSocket, type SocketSupport } from './scene-socket.ts';

/** Beyond so many waiting messages a socket is not read. */
const MAX_WAITING = 32;

/** Clients send larger updates in parts. */
const MAX_MESSAGE_BYTES = 1_000_000;
/** Delay before a network with too many sockets may retry, in seconds. */
const RETRY_S = 30;
/** The code with which `ws` closes a socket for a message that is too large. */
const MESSAGE_TOO_BIG = 1009;

/** Facts of an upgraded socket; `onAuthenticated` ends its count among the unauthenticated sockets. */
type Upgrade = { form: number; network: string; onAuthenticated: () => void };

/** Gives the reason for a message that is too large, which `ws` refuses by itself. */
class ReasonedWebSocket extends WebSocket {
  override close(code?: number, data?: string | Buffer): void {
    if (code === MESSAGE_TOO_BIG) {
      this.emit('too-large');
      super.close(CLOSE_CODES.tooLarge, CLOSE_REASONS['message-too-large']);
      return;
    }
    super.close(code, data);
  }
}

/** The server of the sockets. */
export function createSocketServer(): WebSocketServer {
  return new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, WebSocket: ReasonedWebSocket });
}

/** Serves `/collab` on an HTTP server's upgrades. */
export function attachSockets(
  { logger, env, connections }: Pick<Deps, 'logger' | 'env' | 'connections'>,
  parts: {
    server: Server;
    wss: WebSocketServer;
    hocuspocus: Hocuspocus<CollabContext>;
    support: SocketSupport;
  },
): void {
  const { server, wss, hocuspocus, support } = parts;
  const proxies = blockListOf(env.trustedProxies);
  const serveSocket = (ws: WebSocket, request: IncomingMessage, upgrade: Upgrade) => {
    const { form, network, onAuthenticated } = upgrade;
    ws.on('error', (err) => logger.debug({ err }, 'socket failed'));
    const headers = new Headers({ 'user-agent': request.headers['user-agent'] ?? '' });
    const counted = new CountedSocket(connections, network, () =>
      socket.close(CLOSE_CODES.tooManySockets, 'too-many-sockets'),
    );
    const socket: SceneSocket = new SceneSocket(ws, { support, counted, network, onAuthenticated });
    const connection = hocuspocus.handleConnection(
      socket.outgoing,
      new Request(`http://localhost${COLLAB_PATH}`, { headers }),
      { userId: null, keyVersion: -1, person: null, rightsVersion: 0, form, socket },
    );
    ws.on('too-large', () => socket.refuseMessage());
    const turns = new MessageScheduler({
      handle: (message) => {
        if (socket.admit(message)) {
          connection.handleMessage(message);
        }
      },
      onFull: (isFull) => socket.setFull(isFull),
    });
    ws.on('message', (data: Buffer) => turns.push(new Uint8Array(data)));
    ws.on('close', (code, reason) => {
      socket.handleClosed();
      // After the last edits that came over it.
      turns.end(() => connection.handleClose({ code, reason: reason.toString() }));
    });
  };
  const accept = guardUpgrades((request, socket, head, { pathname, searchParams }) => {
    if (pathname !== COLLAB_PATH) {
      return false;
    }
    const network = networkOf(addressOf(request, proxies));
    const leaveNetwork = connections.open({ limit: 'sockets-of-network', holder: network });
    const onAuthenticated =
      leaveNetwork && connections.open({ limit: 'unauthenticated-sockets-of-network', holder: network });
    if (!onAuthenticated) {
      leaveNetwork?.();
      refuseUpgrade(socket, '429 Too Many Requests', RETRY_S);
      return true;
    }
    socket.on('close', () => {
      leaveNetwork();
      onAuthenticated();
    });
    const form = Number(searchParams.get('form') ?? SCENE_FORM);
    wss.handleUpgrade(request, socket, head, (ws) =>
      serveSocket(ws, request, { form, network, onAuthenticated }),
    );
    return true;
  }, logger);
  server.on('upgrade', accept);
}

/**
 * Handles one message of a socket per turn of the event loop. A client that sends thousands at once therefore
 * does not block the others.
 * A single message is handled at once.
 */
export class MessageScheduler {
  readonly #handle: (message: Uint8Array) => void;
  readonly #onFull: (isFull: boolean) => void;
  readonly #waiting: Uint8Array[] = [];
  #onEnd: (() => void) | null = null;
  #isTaken = false;
  #isFull = false;

  /** @param options.onFull - is called when messages begin to pile up, and when they no longer do */
  constructor(options: { handle: (message: Uint8Array) => void; onFull: (isFull: boolean) => void }) {
    this.#handle = options.handle;
    this.#onFull = options.onFull;
  }

  push(message: Uint8Array): void {
    if (!this.#isTaken) {
      this.#take(message);
      return;
    }
    this.#waiting.push(message);
    if (this.#waiting.length >= MAX_WAITING && !this.#isFull) {
      this.#isFull = true;
      this.#onFull(true);
    }
  }

  /** Calls back once all received messages are handled. */
  end(onEnd: () => void): void {
    if (this.#isTaken) {
      this.#onEnd = onEnd;
    } else {
      onEnd();
    }
  }

  #take(message: Uint8Array): void {
    this.#isTaken = true;
    setImmediate(() => this.#takeNext());
    this.#handle(message);
  }

  #takeNext(): void {
    this.#isTaken = false;
    const message = this.#waiting.shift();
    if (this.#isFull && this.#waiting.length === 0) {
      this.#isFull = false;
      this.#onFull(false);
    }
    if (message) {
      this.#take(message);
    } else {
      this.#onEnd?.();
    }
  }
}
