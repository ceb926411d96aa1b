import { MessageType } from '@hocuspocus/server';
import { afterEach, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { UnreadBytes } from '../limits/unread-bytes.ts';
import { CLOSE_CODES, CLOSE_REASONS } from './close-socket.ts';
import { CountedSocket } from './counted-socket.ts';
import { HolderBudgets } from './holder-budgets.ts';
import { createRefusedClients } from './refused-clients.ts';
import { SceneSocket } from './scene-socket.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) {
    end();
  }
  vi.useRealTimers();
});

const SCENE = 'composition.01900000-0000-7000-8000-000000000000';
const OWN = 'composition.01900000-0000-7000-8000-000000000001';

const messageTo = (address: string, type: number, bytes = 0, fill = 0) =>
  Buffer.concat([
    Buffer.of(Buffer.byteLength(address)),
    Buffer.from(address),
    Buffer.of(type),
    Buffer.alloc(bytes, fill),
  ]);

function arrange() {
  const unread = new UnreadBytes({ record: () => undefined });
  const budgets = new HolderBudgets();
  let now = 0;
  const bus = { publish: async () => undefined, subscribe: () => () => undefined };
  const refused = createRefusedClients({
    bus,
    logger: { debug: vi.fn() } as never,
    gatewayId: 'a',
    now: () => now,
  });
  const scenes = { waitingBytes: 0 };
  ends.push(() => unread.close());
  const open = () => {
    const sent: unknown[] = [];
    const ws = {
      readyState: 1,
      send: (data: unknown, _options: object, done: () => void) => {
        sent.push(data);
        done();
      },
      close: vi.fn(),
      terminate: vi.fn(),
      pause: vi.fn(),
      resume: vi.fn(),
    };
    const connections = { open: () => () => undefined, close: () => undefined };
    const onAuthenticated = vi.fn();
    // The class uses only this part of a socket of `ws`.
    const socket = new SceneSocket(ws as unknown as WebSocket, {
      support: { budgets, refused, unread, scenes },
      counted: new CountedSocket(connections, '203.0.113.7', () => undefined),
      network: '203.0.113.7',
      onAuthenticated,
    });
    ends.push(() => socket.handleClosed());
    return { socket, ws, sent, onAuthenticated };
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { open, scenes, pass };
}

it('a socket opens at most 20 documents and may reopen them', () => {
  const { socket } = arrange().open();
  const names = Array.from({ length: 21 }, (_, at) => `composition.${at}`);
  const refusals = names.map((name) => socket.enter(name, null));
  expect(refusals).toEqual([...Array(20).fill(null), 'too-many-documents']);
  expect(socket.enter('composition.0', null)).toBeNull();
});

it('presence is neither sent to a visitor nor accepted from one, while sync messages are sent', () => {
  const { socket, sent } = arrange().open();
  socket.enter(SCENE, null);
  socket.enter(OWN, 'ada');
  const [kept, scene, own] = [messageTo(SCENE, 1), messageTo(SCENE, 0), messageTo(OWN, 1)];
  for (const message of [kept, scene, own]) {
    socket.outgoing.send(message);
  }
  expect(sent).toEqual([scene, own]);
  expect([socket.admit(kept), socket.admit(own)]).toEqual([false, true]);
});

it('a socket may read each document in full ten times', async () => {
  const { socket } = arrange().open();
  socket.enter('composition.a', 'ada');
  socket.enter('composition.b', 'ada');
  const asks = await Promise.all(Array.from({ length: 11 }, () => socket.mayReadAll('composition.a', 100)));
  expect(asks).toEqual([...Array(10).fill(true), false]);
  expect(await socket.mayReadAll('composition.b', 100)).toBe(true);
});

it('a document name with a session id closes the socket, and later messages are rejected', () => {
  const { socket, ws } = arrange().open();
  expect(socket.admit(messageTo('composition.a\0s1', 2))).toBe(false);
  expect(ws.close).toHaveBeenCalledExactlyOnceWith(CLOSE_CODES.policy, CLOSE_REASONS['session-multiplexed']);
  expect(socket.admit(messageTo(SCENE, 0))).toBe(false);
});

it.each([
  ['an empty message', Buffer.alloc(0)],
  ['a truncated scene name', Buffer.of(200, 99)],
  ['a scene name that is too long', messageTo(`composition.${'a'.repeat(100)}`, MessageType.Sync)],
  ['a scene name with line breaks', messageTo(`${SCENE}\nERROR\n`, MessageType.Sync)],
  ['an unknown message type', messageTo(SCENE, 11)],
  ['a server-only message type', messageTo(SCENE, MessageType.BroadcastStateless)],
  ['an authentication without a token', messageTo(SCENE, MessageType.Auth)],
  ['a denied authentication', messageTo(SCENE, MessageType.Auth, 2, 1)],
])('%s closes the socket', (_, message) => {
  const { socket, ws } = arrange().open();
  expect(socket.admit(message)).toBe(false);
  expect(ws.close).toHaveBeenCalledExactlyOnceWith(CLOSE_CODES.policy, CLOSE_REASONS['message-invalid']);
});

it('a socket cannot query all presence and may authenticate at most 40 times', () => {
  const { socket } = arrange().open();
  expect(socket.admit(messageTo(SCENE, MessageType.QueryAwareness))).toBe(false);
  const tries = Array.from({ length: 100 }, () => socket.admit(messageTo(SCENE, MessageType.Auth, 2)));
  expect(tries.filter(Boolean)).toHaveLength(40);
});

it('presence is limited per user over all sockets, and an oversized state closes the socket', () => {
  const { open } = arrange();
  const tabs = Array.from({ length: 3 }, open);
  const taken = tabs.flatMap(({ socket }) => {
    socket.enter(SCENE, 'ada');
    return Array.from({ length: 100 }, () => socket.admit(messageTo(SCENE, 1, 50)));
  });
  expect(taken.filter(Boolean).length).toBeLessThanOrEqual(122);
  const other = open();
  other.socket.enter(SCENE, 'bob');
  expect(other.socket.admit(messageTo(SCENE, 1, 50))).toBe(true);
  expect(other.socket.admit(messageTo(SCENE, 1, 70_000))).toBe(false);
  expect(other.ws.close).toHaveBeenCalledExactlyOnceWith(
    CLOSE_CODES.tooLarge,
    CLOSE_REASONS['presence-too-large'],
  );
});

it('all sockets of a user pause after too much traffic, those of other users do not', () => {
  vi.useFakeTimers();
  const { open } = arrange();
  const [one, two, other] = [open(), open(), open()];
  one.socket.enter(SCENE, 'ada');
  two.socket.enter(SCENE, 'ada');
  other.socket.enter(SCENE, 'bob');
  for (let at = 0; at < 25; at += 1) {
    one.socket.admit(messageTo(SCENE, 0, 1_000_000));
  }
  expect(one.ws.pause).toHaveBeenCalled();
  // Nothing is lost: received messages are accepted.
  expect(two.socket.admit(messageTo(SCENE, 0, 10))).toBe(true);
  expect(two.ws.pause).toHaveBeenCalled();
  expect(other.socket.admit(messageTo(SCENE, 0, 10))).toBe(true);
  expect(other.ws.pause).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(one.ws.resume).toHaveBeenCalled();
});

it('idle and new sockets of a user share one presence budget', () => {
  vi.useFakeTimers();
  const { open } = arrange();
  const tabs = Array.from({ length: 3 }, () => {
    const tab = open();
    tab.socket.enter(SCENE, 'ada');
    vi.advanceTimersByTime(120_000);
    return tab;
  });
  const taken = tabs.flatMap(({ socket }) =>
    Array.from({ length: 100 }, () => socket.admit(messageTo(SCENE, 1, 50))),
  );
  expect(taken.filter(Boolean)).toHaveLength(120);
});

it('a socket is paused while edits cannot be stored', () => {
  const { open, scenes } = arrange();
  const { socket, ws } = open();
  socket.enter(SCENE, 'ada');
  socket.admit(messageTo(SCENE, 0, 10));
  expect(ws.pause).not.toHaveBeenCalled();
  scenes.waitingBytes = 200_000_000;
  expect(socket.admit(messageTo(SCENE, 0, 10))).toBe(true);
  expect(ws.pause).toHaveBeenCalled();
});

it('a user refused on a document is denied it for a minute, twice as long each time', () => {
  const { open, pass } = arrange();
  const { socket } = open();
  expect(socket.enter('composition.a', 'ada')).toBeNull();
  socket.noteRefusal('composition.a', 'message-too-large');
  const again = () => open().socket.enter('composition.a', 'ada');
  expect(again()).toBe('message-too-large');
  expect([open().socket.enter('composition.b', 'ada'), open().socket.enter('composition.a', 'bob')]).toEqual([
    null,
    null,
  ]);
  pass(60_001);
  expect(again()).toBeNull();
  socket.noteRefusal('composition.a', 'message-too-large');
  pass(60_001);
  expect(again()).toBe('message-too-large');
  pass(60_001);
  expect(again()).toBeNull();
});

it('an editor may retry a few times after the scene was full', () => {
  const { open } = arrange();
  const { socket } = open();
  socket.enter('composition.a', 'ada');
  const answers = Array.from({ length: 5 }, () => {
    socket.noteRefusal('composition.a', 'document-too-large');
    return open().socket.enter('composition.a', 'ada');
  });
  expect(answers).toEqual([null, null, null, null, 'document-too-large']);
});
