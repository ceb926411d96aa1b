// @module-tag full
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { type HttpProcess, sendRaw, startHttpProcess, statusOf } from '../test/http-process-fixture.ts';
import { hostileRequest, hostileUpgrade, noise } from './hostile-fixture.ts';

const HOST = 'Host: localhost\r\n';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
/** Requests that have broken servers before. */
const KNOWN: readonly [string, string, number][] = [
  ['an upgrade on //', `GET // HTTP/1.1\r\n${HOST}${UPGRADE}${KEY}\r\n`, 404],
  ['an upgrade with a malformed host', `GET http://[ HTTP/1.1\r\n${HOST}${UPGRADE}${KEY}\r\n`, 400],
  ['an upgrade with an invalid port', `GET http://a:99999/ HTTP/1.1\r\n${HOST}${UPGRADE}${KEY}\r\n`, 400],
  ['an upgrade on another path', `GET /api/live HTTP/1.1\r\n${HOST}${UPGRADE}${KEY}\r\n`, 404],
  ['an upgrade without a WebSocket key', `GET /collab HTTP/1.1\r\n${HOST}${UPGRADE}\r\n`, 400],
  ['a malformed host', `GET http://[bad/ HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['an invalid port', `GET http://a:99999/ HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['user info before a malformed host', `GET //a@[bad/a.js# HTTP/1.1\r\n${HOST}\r\n`, 404],
  ['malformed user info', `GET //%zz@host/a.js# HTTP/1.1\r\n${HOST}\r\n`, 404],
  ['malformed percent escapes', `GET /%zz%%%.js HTTP/1.1\r\n${HOST}\r\n`, 404],
  ['a percent-encoded NUL byte', `GET /api/compositions/%00 HTTP/1.1\r\n${HOST}\r\n`, 401],
  ['a raw NUL byte', `GET /api/\0 HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['OPTIONS for the whole server', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['TRACE', `TRACE / HTTP/1.1\r\n${HOST}\r\n`, 405],
  ['CONNECT', `CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n`, 0],
  ['too many headers', `GET / HTTP/1.1\r\n${HOST}${'a: b\r\n'.repeat(5_000)}\r\n`, 431],
  ['an oversized header', `GET / HTTP/1.1\r\n${HOST}a: ${'b'.repeat(200_000)}\r\n\r\n`, 431],
  [
    'two Content-Length headers',
    `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`,
    400,
  ],
  [
    'a Content-Length and chunked encoding',
    `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na`,
    400,
  ],
  [
    'a malformed Origin header',
    `PUT /operators/queues HTTP/1.1\r\n${HOST}Origin: http://[\r\nCookie: operator=x\r\n\r\n`,
    404,
  ],
];

/** Wait before the test closes the connection of an incomplete request, which gets no answer. */
const HALF_A_REQUEST_MS = 150;

/** Expects that the process has not restarted and still answers. */
async function expectUnharmed(door: HttpProcess, path: string): Promise<void> {
  expect(door.isAlive(), door.output().slice(-4_000)).toBe(true);
  expect(statusOf(await sendRaw(door.port, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`))).toBe(
    200,
  );
}

/** Errors in the log of the process, except for web pages that were not built here. */
function listFailures(door: HttpProcess): string[] {
  const lines = door.output().split('\n');
  return lines.filter((line) => /"level":"(error|fatal)"/.test(line) && !line.includes('ENOENT'));
}

const DOORS = [
  { name: 'gateway', portKey: 'port', health: '/api/health' },
  { name: 'worker-notify', portKey: 'healthPort', health: '/health' },
] as const;

type Message = Uint8Array<ArrayBuffer> | string;

const text = (value: string) => {
  const bytes = new TextEncoder().encode(value);
  return [...lengthOf(bytes.length), ...bytes];
};
const lengthOf = (length: number) => (length < 128 ? [length] : [(length & 127) | 128, length >> 7]);
/** A message of the protocol: document name, message type and body. */
const frame = (name: string, kind: number, rest: Iterable<number>) =>
  Uint8Array.from([...text(name), kind, ...rest]);
const authentication = (name: string, token: string) => frame(name, 2, [0, ...text(token), ...text('4.0.0')]);
/** Truncated or invalid bodies of messages with a valid start. */
const MALFORMED: readonly Uint8Array[] = [
  // A sync step with an invalid update, one with a wrong length, one with a huge count.
  Uint8Array.from([2, 3, 1, 2, 3]),
  Uint8Array.from([1, 255, 255, 255, 127, 0]),
  Uint8Array.from([0, 5, 255, 255, 255, 255, 255]),
  // Awareness with a state that is not JSON, and awareness with very many states.
  Uint8Array.from([6, 1, 1, 1, 2, 123, 34]),
  Uint8Array.from([5, 255, 255, 255, 255, 15]),
  Uint8Array.from([...text('{'), 0]),
];

describe.each(DOORS)('the HTTP server of $name', ({ name, portKey, health }) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let door: HttpProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    door = await startHttpProcess({ name, portKey, databaseUrl: database.url });
  });
  afterAll(async () => {
    await door?.close();
    await database.drop();
  });

  it.each(KNOWN)('survives %s', async (_what, bytes, status) => {
    const answer = await sendRaw(door.port, bytes);
    if (name === 'gateway') {
      expect(statusOf(answer), answer.slice(0, 500)).toBe(status);
    }
    await expectUnharmed(door, health);
  });

  it.each([
    ['requests', hostileRequest],
    ['upgrades', hostileUpgrade],
    ['noise', noise],
  ])('survives random %s', async (_what, family) => {
    // Many at once, so that one hanging request does not delay the next.
    const volley = fc.array(family, { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(volley, async (requests) => {
        await Promise.all(requests.map((bytes) => sendRaw(door.port, bytes, HALF_A_REQUEST_MS)));
        expect(door.isAlive(), door.output().slice(-4_000)).toBe(true);
        expect(listFailures(door).slice(0, 3)).toEqual([]);
      }),
      { numRuns: 40 },
    );
    await expectUnharmed(door, health);
  });
});

describe('the scene sockets of a gateway', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let door: HttpProcess;
  let token: string;
  let scene: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    door = await startHttpProcess({ name: 'gateway', portKey: 'port', databaseUrl: database.url });
    const person = { email: 'a@people.test', password: 'a long enough pass', username: 'A' };
    token = (await post('/api/users/signup', person)).token;
    scene = (await post('/api/compositions', { name: 'Room' })).uuid;
  });
  afterAll(async () => {
    await door?.close();
    await database.drop();
  });

  const post = async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${door.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return response.json();
  };

  /**
   * Sends messages on a new socket, after the answer to `greeting` if there is one, and waits until it
   * closes.
   */
  const say = (greeting: Uint8Array<ArrayBuffer> | null, messages: readonly Message[]) =>
    new Promise<void>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${door.port}/collab`);
      const go = () => {
        for (const message of messages) {
          socket.send(message);
        }
        socket.close();
      };
      socket.addEventListener('open', greeting === null ? go : () => socket.send(greeting));
      socket.addEventListener('message', go, { once: true });
      socket.addEventListener('close', () => resolve());
    });

  it.each(['strangers', 'somebody who may edit'])('survive random messages of %s', async (who) => {
    const names = [`composition.${scene}`, 'composition.', '', 'a\0b', 'x'.repeat(100)];
    const message = fc
      .record({
        name: fc.constantFrom(...names),
        kind: fc.nat({ max: 20 }),
        rest: fc.oneof(fc.uint8Array({ maxLength: 60 }), fc.constantFrom(...MALFORMED)),
      })
      .map(({ name, kind, rest }) => frame(name, kind, rest));
    const anything = fc.oneof(
      message,
      fc.uint8Array({ maxLength: 80 }).map((bytes) => Uint8Array.from(bytes)),
      fc.string(),
    );
    const greeting = who === 'strangers' ? null : authentication(names[0] ?? '', token);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anything, { maxLength: 8 }), { minLength: 8, maxLength: 8 }),
        async (talks) => {
          await Promise.all(talks.map((messages) => say(greeting, messages)));
          expect(door.isAlive(), door.output().slice(-4_000)).toBe(true);
          expect(listFailures(door).slice(0, 3)).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
    await expectUnharmed(door, '/api/health');
  });
});
