import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBus } from './bus.ts';

const WITHIN = { timeout: 60_000, interval: 5 };

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
const push = (...items: string[]) => `>${items.length}\r\n${items.join('')}`;

/**
 * Minimal Redis server for the bus. It publishes one message to each subscriber; `onSubscribe` is called
 * before that.
 */
async function startRedis(onSubscribe: () => void) {
  const sockets = new Set<Socket>();
  const answer = (command: string): string => {
    const [, name = ''] = /^\*\d+\r\n\$\d+\r\n(\w+)/.exec(command) ?? [];
    switch (name.toLowerCase()) {
      case 'info':
        return bulk('loading:0');
      case 'ping':
        return '+PONG\r\n';
      case 'subscribe':
        onSubscribe();
        return (
          push(bulk('subscribe'), bulk('diorama:bus'), ':1\r\n') +
          push(bulk('message'), bulk('diorama:bus'), bulk('news\nhello'))
        );
      default:
        return '+OK\r\n';
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      for (const command of data.toString().split(/(?=\*\d+\r\n\$)/)) {
        socket.write(answer(command));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      for (const socket of sockets) {
        socket.destroy();
        sockets.delete(socket);
      }
    },
  };
}

it('the bus reports a gap only after it is subscribed again', async () => {
  const told: string[] = [];
  const redis = await startRedis(() => told.push('subscribed'));
  const bus = createBus({ databaseUrl: '', redisUrl: redis.url });
  onTestFinished(() => bus.close());
  bus.onGap(() => told.push('gap'));
  bus.subscribe('news', ([id = '']) => told.push(id));
  await vi.waitUntil(() => told.includes('hello'), WITHIN);
  redis.cut();
  await vi.waitUntil(() => told.includes('gap'), WITHIN);
  expect(told.filter((what) => what !== 'hello')).toEqual(['subscribed', 'subscribed', 'gap']);
});
