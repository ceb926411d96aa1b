import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { lanHosts } from '@diorama/shared/server/runtime/lan.ts';
import type { LanCertificate } from './lan-certificate.ts';

export interface LanFront {
  /** Listens for connections; its events are those of a server of the system. */
  readonly listener: NetServer;
  /** Uses another certificate for further connections. */
  renew(certificate: LanCertificate): void;
  /** Stops listening, and closes connections that have not begun a request. */
  close(): void;
}

/** First byte of a TLS connection: a handshake record. */
const TLS_HANDSHAKE = 0x16;
/** Limit for the first byte, for the handshake, and for a whole request without TLS; in milliseconds. */
const BEGIN_MS = 20_000;

/**
 * Listens for HTTPS, and hands each connection over to a server of HTTP once it is encrypted. Requests without TLS on
 * the same port are redirected, as people type addresses without `https`.
 */
export function createLanFront(options: {
  server: Server;
  certificate: LanCertificate;
  publicUrl: string;
}): LanFront {
  const { server, certificate, publicUrl } = options;
  const beginning = new Set<Socket>();
  const secure = createTlsServer(
    { ...certificate, ALPNProtocols: ['http/1.1'], handshakeTimeout: BEGIN_MS },
    (socket) => server.emit('connection', socket),
  );
  const plain = createHttpServer((request, response) => redirect(publicUrl, request, response));

  const begin = (socket: Socket) => {
    beginning.add(socket);
    const timer = setTimeout(() => socket.destroy(), BEGIN_MS);
    const goOn = () => {
      clearTimeout(timer);
      beginning.delete(socket);
    };
    socket.once('close', goOn);
    // A connection that ends early is no event.
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const first: Buffer | null = socket.read(1);
      if (first === null) {
        socket.destroy();
        return;
      }
      socket.unshift(first);
      if (first[0] === TLS_HANDSHAKE) {
        goOn();
        secure.emit('connection', socket);
      } else {
        plain.emit('connection', socket);
      }
    });
  };
  const listener = createServer({ noDelay: true }, begin);

  return {
    listener,
    renew: (next) => secure.setSecureContext(next),
    close: () => {
      listener.close();
      for (const socket of beginning) {
        socket.destroy();
      }
    },
  };
}

/** Redirects for now only: without `HTTPS=lan` the same address is plain HTTP again. */
function redirect(publicUrl: string, request: IncomingMessage, response: ServerResponse): void {
  const asked = URL.parse(`https://${request.headers.host}`);
  const origin = asked !== null && lanHosts().includes(asked.hostname) ? asked.origin : publicUrl;
  response.writeHead(307, { Location: origin + request.url, Connection: 'close' }).end();
}
