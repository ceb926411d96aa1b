import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often it is looked for connections that have become idle meanwhile, in milliseconds. */
const LOOK_AGAIN_MS = 50;

/**
 * Follows a server's connections from now on. Once it stops, each is closed as soon as its answer is out, and at once where
 * nothing was ever asked on it: browsers and pools open such ones in advance, which Node takes for busy.
 * @returns stops the server; resolves when the last connection is closed.
 */
export function followConnections(server: Server): () => Promise<void> {
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
