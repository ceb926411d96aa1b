import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const UPGRADE = [
  'GET /collab HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');

/** Opens a connection that is read only on request; errors of it are ignored. */
export async function openRawSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  return socket;
}

/** Sends GET requests for a path without reading an answer. */
export async function requestUnread(
  url: string,
  request: { path: string; token?: string; times?: number },
): Promise<Socket> {
  const { path, token, times = 1 } = request;
  const socket = await openRawSocket(url);
  const bearer = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${bearer}\r\n`.repeat(times));
  return socket;
}

/** Opens a scene over a raw WebSocket, authenticates and asks for the whole scene; reads nothing but the upgrade. */
export async function joinUnread(
  url: string,
  { scene, token, times = 1 }: { scene: string; token: string; times?: number },
): Promise<Socket> {
  const socket = await openRawSocket(url);
  socket.write(UPGRADE);
  socket.resume();
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.pause();
  const name = Buffer.from(`composition.${scene}`);
  const secret = Buffer.from(token);
  const tokenLength = [(secret.length & 127) | 128, secret.length >> 7];
  const head = [name.length, ...name];
  const authentication = [...head, 2, 0, ...tokenLength, ...secret, 5, ...Buffer.from('4.8.0')];
  socket.write(maskedFrame(Buffer.from(authentication)));
  // An empty state vector asks for the whole scene.
  const question = maskedFrame(Buffer.from([...head, 0, 0, 1, 0]));
  for (let at = 0; at < times; at += 1) {
    socket.write(question);
  }
  return socket;
}

/** Builds a binary WebSocket frame as clients send it, masked with zeros. */
export function maskedFrame(payload: Buffer): Buffer {
  const length =
    payload.length < 126 ? [128 | payload.length] : [128 | 126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x82, ...length, 0, 0, 0, 0]), payload]);
}
