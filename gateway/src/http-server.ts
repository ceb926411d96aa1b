import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a request may take to come in, in milliseconds. */
export type ServerLimits = {
  /** Until its head is there. */
  headersTimeout: number;
  /** Until all of it is there; what an upload in pieces has sent by then is kept, and its sender goes on with another request. */
  requestTimeout: number;
  /** How often requests that are too slow are looked for. */
  connectionsCheckingInterval: number;
  /**
   * How long a connection stays open for another request. Longer than a balancer keeps one for itself: it would send a
   * request just as the gateway closes, and nobody may try that one again.
   */
  keepAliveTimeout: number;
  /**
   * How long a connection may make no progress while an answer waits for its reader. The kernel passes on large pieces at a
   * time: a reader of 64 kbit/s makes visible progress once in one or two minutes.
   */
  stalledTimeout: number;
};

export const SERVER_LIMITS: ServerLimits = {
  headersTimeout: 20_000,
  requestTimeout: 5 * 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
  stalledTimeout: 240_000,
};

/**
 * Makes the gateway's server, which answers 408 to whoever sends too slowly and closes the connection: sockets that send a
 * byte now and then are no way to hold it up.
 */
export function createHttpServer(handle: RequestListener, limits: ServerLimits = SERVER_LIMITS): Server {
  const answering = new WeakMap<Socket, ServerResponse>();
  const server = createServer(limits, (request, response) => {
    answering.set(request.socket, response);
    response.once('close', () => answering.delete(request.socket));
    handle(request, response);
  });
  // Any progress counts: Node starts the time again when a part of what is being written was taken in.
  server.setTimeout(limits.stalledTimeout, (socket) => {
    const response = answering.get(socket);
    const isWorkedOn = response !== undefined && response.writableLength === 0;
    if (!isWorkedOn) {
      socket.destroy();
    }
  });
  return server;
}
