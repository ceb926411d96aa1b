import { expect, it, vi } from 'vitest';
import { HushedSocket, isOfSession } from './hushed-socket.ts';

const messageTo = (address: string, kind: number) =>
  Uint8Array.from([Buffer.byteLength(address), ...Buffer.from(address), kind]);

function arrange() {
  const sent: unknown[] = [];
  const ws = {
    readyState: 1,
    bufferedAmount: 0,
    send: (data: unknown) => sent.push(data),
    close: () => undefined,
    terminate: vi.fn(),
  };
  return { socket: new HushedSocket(ws, () => undefined), sent, ws };
}

it('opens so many documents and no more, and those again', () => {
  const { socket } = arrange();
  const names = Array.from({ length: 21 }, (_, i) => `composition.${i}`);
  expect(names.map((name) => socket.enter(name, true)).lastIndexOf(true)).toBe(19);
  expect(socket.enter('composition.0', true)).toBe(true);
});

it('keeps who is there from visitors, and nothing else', () => {
  const { socket, sent } = arrange();
  socket.enter('hushed', true);
  socket.enter('own', false);
  const [kept, scene, own] = [messageTo('hushed', 1), messageTo('hushed', 0), messageTo('own', 1)];
  for (const message of [kept, scene, own]) {
    socket.send(message);
  }
  expect(sent).toEqual([scene, own]);
});

it('gives all of a document ten times, and others as well', () => {
  const { socket } = arrange();
  const asks = Array.from({ length: 11 }, () => socket.mayAsk('composition.a'));
  expect(asks).toEqual([...asks.slice(1).map(() => true), false]);
  expect(socket.mayAsk('composition.b')).toBe(true);
});

it('ends who does not read what they are sent', () => {
  const { socket, ws } = arrange();
  ws.bufferedAmount = 50_000_000;
  socket.send(messageTo('own', 0));
  expect(ws.terminate).not.toHaveBeenCalled();
  ws.bufferedAmount += 1;
  socket.send(messageTo('own', 0));
  expect(ws.terminate).toHaveBeenCalledOnce();
});

it('knows what is for a session of a document', () => {
  expect(isOfSession(messageTo('composition.a\0s1', 2))).toBe(true);
  expect(isOfSession(messageTo('composition.a', 2))).toBe(false);
  expect(isOfSession(Uint8Array.from([200]))).toBe(false);
});
