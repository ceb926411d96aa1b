import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Person, useHarness } from '../test/harness.ts';
import { CLOSE_CODES } from './close-socket.ts';
import { joinScene } from './test-client.ts';

const SCENE = 'composition.01900000-0000-7000-8000-000000000000';
/** Close code of hocuspocus that asks a client to reconnect. */
const RESET = 4205;
const FRAME_BYTES = 100_000;
/** More bytes than may wait for an authentication, with line breaks. */
const LARGE_NAME = Buffer.from('a line\n'.repeat(50_000));
const UNKNOWN_TYPE = 99;

describe('unauthenticated sockets', () => {
  const harness = useHarness();
  let owner: Person;
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    owner = await harness.signUp('owner');
  });
  afterEach(() => {
    for (const end of ends.splice(0)) {
      end();
    }
  });

  const open = async () => {
    const socket = new WebSocket(`${harness.url.replace('http', 'ws')}/collab`);
    ends.push(() => socket.terminate());
    socket.on('error', () => undefined);
    await once(socket, 'open');
    return socket;
  };
  /** The name of a scene, and as much behind it as is asked for. */
  const frame = (bytes: number) =>
    Buffer.concat([Buffer.from([SCENE.length]), Buffer.from(SCENE), Buffer.alloc(bytes)]);

  it('are reset before they hold more than a third of a megabyte each', async () => {
    const socket = await open();
    const closed = once(socket, 'close');
    for (let sent = 0; sent < 4; sent += 1) {
      socket.send(frame(FRAME_BYTES));
    }
    expect((await closed)[0]).toBe(RESET);
  });

  it('write nothing to the log', async () => {
    const written = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
    ends.push(vi.restoreAllMocks);
    const { length } = LARGE_NAME;
    const name = Buffer.from([
      (length & 127) | 128,
      ((length >> 7) & 127) | 128,
      length >> 14,
      ...LARGE_NAME,
    ]);
    const unknownType = frame(1).fill(UNKNOWN_TYPE, SCENE.length + 1);
    for (const message of [name, Buffer.from([200]), unknownType]) {
      const socket = await open();
      const closed = once(socket, 'close');
      socket.send(message);
      expect((await closed)[0]).toBe(CLOSE_CODES.policy);
    }
    const scene = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    const client = joinScene(harness.url, String(scene.json.uuid), owner.token);
    ends.push(client.close);
    await expect.poll(client.isSynced).toBe(true);
    const address = Buffer.from(`composition.${scene.json.uuid}`);
    client.provider.configuration.websocketProvider.send(
      Buffer.from([address.length, ...address, UNKNOWN_TYPE]),
    );
    await expect.poll(() => client.closed[0]).toBe(CLOSE_CODES.policy);
    expect(written.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });

  it('that send too many messages are reset, and later clients connect', async () => {
    const socket = await open();
    const closed = once(socket, 'close');
    for (let sent = 0; sent <= 1_000; sent += 1) {
      socket.send(frame(1));
    }
    expect((await closed)[0]).toBe(RESET);
    const scene = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    const client = joinScene(harness.url, String(scene.json.uuid), owner.token);
    ends.push(client.close);
    await expect.poll(client.isSynced).toBe(true);
  });

  it('are limited per network, and an authenticated client frees its place', async () => {
    const scene = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    const waiting: WebSocket[] = [];
    const fill = async (): Promise<string> => {
      const socket = await open().catch(String);
      if (typeof socket === 'string') {
        return socket;
      }
      waiting.push(socket);
      return fill();
    };
    expect(await fill()).toContain('429');
    expect(waiting.length).toBeLessThanOrEqual(200);
    waiting[0]?.terminate();
    const client = joinScene(harness.url, String(scene.json.uuid), owner.token);
    ends.push(client.close);
    await expect.poll(client.isSynced).toBe(true);
    await expect.poll(() => open().then(() => 'open', String)).toBe('open');
  });
});
