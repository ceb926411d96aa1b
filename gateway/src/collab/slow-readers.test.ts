import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { UNREAD_LIMITS, UnreadBytes } from '../limits/unread-bytes.ts';
import { createSocketServer } from './attach-sockets.ts';
import { BackpressuredSocket } from './backpressured-socket.ts';

const HANDSHAKE =
  'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
/** 64 kbit/s. */
const PHONE = { bytes: 800, everyMs: 100 } as const;
const WITHIN = { timeout: 60_000, interval: 20 };

/**
 * Creates a server that sends a message to each client that connects, and clients that do not read
 * until instructed.
 */
async function arrange(message: Uint8Array) {
  const unread = new UnreadBytes({ record: () => undefined });
  const wss = createSocketServer();
  let cut = 0;
  const server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', (request, raw, head) =>
    wss.handleUpgrade(request, raw, head, (ws) => {
      ws.on('error', () => undefined);
      const account = unread.open({ subject: 'user', holder: 'ada' }, () => {
        cut += 1;
        ws.terminate();
      });
      const socket = new BackpressuredSocket(ws, { unread: account, isHidden: () => false });
      ws.on('close', () => socket.handleClosed());
      socket.send(message);
    }),
  );
  await once(server, 'listening');
  onTestFinished(() => {
    unread.close();
    wss.close();
    server.close();
  });
  const open = async (): Promise<Socket> => {
    const raw = connect((server.address() as AddressInfo).port, '127.0.0.1');
    raw.on('error', () => undefined);
    onTestFinished(() => {
      raw.destroy();
    });
    await once(raw, 'connect');
    raw.write(HANDSHAKE);
    return raw;
  };
  return { unread, open, cut: () => cut };
}

it('a phone that reads 64 kbit/s receives the whole message', async () => {
  const message = new Uint8Array(20_000_000);
  const { unread, open, cut } = await arrange(message);
  const phone = await open();
  let received = 0;
  const reading = setInterval(() => {
    received += phone.read(Math.min(PHONE.bytes, phone.readableLength))?.length ?? 0;
  }, PHONE.everyMs);
  await sleep(2_000);
  clearInterval(reading);
  expect(received).toBeGreaterThan(5_000);
  expect(unread.total).toBeGreaterThan(1_000_000);
  expect(cut()).toBe(0);
  // The rest at once, as the test should not take three quarters of an hour.
  phone.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await vi.waitUntil(() => received > message.length, WITHIN);
  await vi.waitUntil(() => unread.total === 0, WITHIN);
  expect(cut()).toBe(0);
});

it('20 sockets of a user that read nothing stay within the user’s limit of unread bytes', async () => {
  const { unread, open, cut } = await arrange(new Uint8Array(25_000_000));
  let most = 0;
  for (let at = 0; at < 20; at += 1) {
    await open();
    await sleep(20);
    most = Math.max(most, unread.total);
  }
  await vi.waitUntil(() => cut() >= 10, WITHIN);
  expect(most).toBeLessThanOrEqual(UNREAD_LIMITS.ofUser);
});
