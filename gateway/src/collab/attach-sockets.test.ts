import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createSocketServer } from './attach-sockets.ts';

/** A client of a server that ignores its messages. */
async function arrange() {
  const wss = createSocketServer();
  const server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', (request, socket, head) =>
    wss.handleUpgrade(request, socket, head, (ws) => {
      ws.on('error', () => undefined);
    }),
  );
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.terminate();
    wss.close();
    server.close();
  });
  await once(client, 'open');
  return client;
}

it('an oversized message closes the socket with code 4413 and a reason', async () => {
  const client = await arrange();
  const closed = once(client, 'close');
  client.send(new Uint8Array(1_000_001));
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([4413, 'The message is larger than 1 MB: send updates in parts']);
});
