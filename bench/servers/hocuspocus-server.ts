import { loadOurs } from '../peers.ts';

/** Server process that only forwards updates to the other clients. */
const { Server } = await loadOurs<typeof import('@hocuspocus/server')>('@hocuspocus/server');
const server = new Server({ quiet: true, port: 0, address: '127.0.0.1' });
await server.listen();
process.send?.({ port: server.address.port });
process.on('disconnect', () => process.exit());
