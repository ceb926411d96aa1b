import { loadOurs } from '../peers.ts';

/** A server process that only forwards the updates of each client to the others. */
const { Server } = await loadOurs<typeof import('@hocuspocus/server')>('@hocuspocus/server');
const server = new Server({ quiet: true, port: 0, address: '127.0.0.1' });
await server.listen();
process.send?.({ port: server.address.port });
process.on('disconnect', () => process.exit());
