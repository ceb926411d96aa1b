import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { type DoorProcess, sendRaw, startDoorProcess, statusOf } from './door-kit.ts';
import { hostileRequest, hostileUpgrade, noise } from './hostile-requests.ts';

const HOST = 'Host: localhost\r\n';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
/** Each is known to have hurt somebody. */
const KNOWN: readonly [string, string, number][] = [
  ['an upgrade on //', `GET // HTTP/1.1\r\n${HOST}${UPGRADE}${KEY}\r\n`, 404],
  ['an upgrade on half a host', `GET http://[ HTTP/1.1\r\n${HOST}${UPGRADE}${KEY}\r\n`, 400],
  ['an upgrade on no port', `GET http://a:99999/ HTTP/1.1\r\n${HOST}${UPGRADE}${KEY}\r\n`, 400],
  ['an upgrade elsewhere', `GET /api/live HTTP/1.1\r\n${HOST}${UPGRADE}${KEY}\r\n`, 404],
  ['an upgrade without a key', `GET /collab HTTP/1.1\r\n${HOST}${UPGRADE}\r\n`, 400],
  ['a host that is none', `GET http://[bad/ HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['a port that is none', `GET http://a:99999/ HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['somebody at half a host', `GET //a@[bad/a.js# HTTP/1.1\r\n${HOST}\r\n`, 404],
  ['somebody who cannot be read', `GET //%zz@host/a.js# HTTP/1.1\r\n${HOST}\r\n`, 404],
  ['percent signs of nothing', `GET /%zz%%%.js HTTP/1.1\r\n${HOST}\r\n`, 404],
  ['a null byte in a name', `GET /api/compositions/%00 HTTP/1.1\r\n${HOST}\r\n`, 401],
  ['a null byte as it is', `GET /api/\0 HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['all of a server', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['TRACE', `TRACE / HTTP/1.1\r\n${HOST}\r\n`, 405],
  ['a tunnel', `CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n`, 0],
  ['a flood of headers', `GET / HTTP/1.1\r\n${HOST}${'a: b\r\n'.repeat(5_000)}\r\n`, 431],
  ['one endless header', `GET / HTTP/1.1\r\n${HOST}a: ${'b'.repeat(200_000)}\r\n\r\n`, 431],
  ['two lengths', `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`, 400],
  [
    'a length and chunks',
    `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na`,
    400,
  ],
  [
    'an origin that is none',
    `PUT /operators/queues HTTP/1.1\r\n${HOST}Origin: http://[\r\nCookie: operator=x\r\n\r\n`,
    404,
  ],
];

/** Half a request gets no answer: so long is waited for one before our side ends the connection. */
const HALF_A_REQUEST_MS = 150;

/** Neither ended nor started again, and of use. */
async function expectUnharmed(door: DoorProcess, path: string): Promise<void> {
  expect(door.isAlive(), door.output().slice(-4_000)).toBe(true);
  expect(statusOf(await sendRaw(door.port, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`))).toBe(
    200,
  );
}

/** What the process itself calls its fault, but for pages that were not built where this is tested. */
function listFailures(door: DoorProcess): string[] {
  const lines = door.output().split('\n');
  return lines.filter((line) => /"level":"(error|fatal)"/.test(line) && !line.includes('ENOENT'));
}

const DOORS = [
  { name: 'gateway', portKey: 'port', health: '/api/health' },
  { name: 'worker-notify', portKey: 'healthPort', health: '/health' },
] as const;

describe.each(DOORS)('the door of $name', ({ name, portKey, health }) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let door: DoorProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    door = await startDoorProcess({ name, portKey, databaseUrl: database.url });
  });
  afterAll(async () => {
    await door?.close();
    await database.drop();
  });

  it.each(KNOWN)('bears %s', async (_what, bytes, status) => {
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
  ])('bears whatever %s there may be', async (_what, family) => {
    // Many at once, as one that hangs should not hold up the next.
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
