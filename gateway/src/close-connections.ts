import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Interval between checks for idle connections, in milliseconds. */
const LOOK_AGAIN_MS = 50;

/**
 * Tracks the connections of a server. Once the server stops, each connection is closed after its response.
 * Connections without any request are closed at once: browsers and pools open them in advance, and Node
 * counts them as busy.
 * @returns stops the server; resolves when the last connection is closed.
 */
export function trackConnections(server: Server): () => Promise<void> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const closeIdle = () => {
    server.closeIdleConnections();
    for (const socket of open) {
      if (socket.bytesRead === 0) {
        socket.destroy();
      }
    }
  };
  return () =>
    new Promise((resolve) => {
      const looking = setInterval(closeIdle, LOOK_AGAIN_MS);
      server.close(() => {
        clearInterval(looking);
        resolve();
      });
      closeIdle();
    });
}
