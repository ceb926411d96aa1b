import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Time limits for receiving a request, in milliseconds. */
export type ServerLimits = {
  /** Limit for the request's headers. */
  headersTimeout: number;
  /**
   * Limit for the whole request. The received bytes of a resumable upload are kept, and its client continues
   * with another request.
   */
  requestTimeout: number;
  /** Interval of the check for requests that are too slow. */
  connectionsCheckingInterval: number;
  /**
   * Time for which an idle connection stays open. Longer than a load balancer keeps its connections: it would send
   * a request just as the gateway closes, and nothing repeats that request.
   */
  keepAliveTimeout: number;
  /**
   * Longest time without progress while a response waits for its reader.
   * The kernel passes on large pieces at a time: a reader of 64 kbit/s makes visible progress once in one or
   * two minutes.
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
 * Creates the gateway's HTTP server. It answers 408 to clients that send too slowly and closes
 * the connection.
 * Sockets that send a byte now and then therefore cannot block it.
 */
export function createHttpServer(handle: RequestListener, limits: ServerLimits = SERVER_LIMITS): Server {
  const answering = new WeakMap<Socket, ServerResponse>();
  const server = createServer(limits, (request, response) => {
    answering.set(request.socket, response);
    response.once('close', () => answering.delete(request.socket));
    handle(request, response);
  });
  // Any progress counts: Node restarts the timer when a part of the pending write was accepted.
  server.setTimeout(limits.stalledTimeout, (socket) => {
    const response = answering.get(socket);
    const isWorkedOn = response !== undefined && response.writableLength === 0;
    if (!isWorkedOn) {
      socket.destroy();
    }
  });
  return server;
}
