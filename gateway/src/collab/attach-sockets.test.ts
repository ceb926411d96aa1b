import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createSocketServer } from './attach-sockets.ts';

const MESSAGES = 2_000;

/** A server whose sockets count their messages, and a client of it. */
async function arrange(onMessage: () => void) {
  const wss = createSocketServer();
  const server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', (request, socket, head) =>
    wss.handleUpgrade(request, socket, head, (ws) => {
      ws.on('message', onMessage);
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

it('emits the messages of a socket one a turn of the event loop, however many come at once', async () => {
  let received = 0;
  const client = await arrange(() => {
    received += 1;
  });
  for (let at = 0; at < MESSAGES; at += 1) {
    client.send('x');
  }
  let most = 0;
  for (let before = 0; received < MESSAGES; ) {
    await nextTurn();
    most = Math.max(most, received - before);
    before = received;
  }
  expect(most).toBeLessThanOrEqual(2);
});

it('closes a socket for a message that is too large with a code and a reason', async () => {
  const client = await arrange(() => undefined);
  const closed = once(client, 'close');
  client.send(new Uint8Array(1_000_001));
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([4413, 'The message is larger than 1 MB: send updates in parts']);
});
