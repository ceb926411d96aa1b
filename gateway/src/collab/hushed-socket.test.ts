import { expect, it } from 'vitest';
import { HushedSocket, isOfSession } from './hushed-socket.ts';

const messageTo = (address: string, kind: number) =>
  Uint8Array.from([Buffer.byteLength(address), ...Buffer.from(address), kind]);

function arrange() {
  const sent: unknown[] = [];
  const socket = new HushedSocket(
    { readyState: 1, send: (data) => sent.push(data), close: () => undefined },
    () => undefined,
  );
  return { socket, sent };
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

it('knows what is for a session of a document', () => {
  expect(isOfSession(messageTo('composition.a\0s1', 2))).toBe(true);
  expect(isOfSession(messageTo('composition.a', 2))).toBe(false);
  expect(isOfSession(Uint8Array.from([200]))).toBe(false);
});
