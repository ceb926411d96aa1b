// @module-tag full
import { readdir, readFile, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer, SERVER_LIMITS } from '../http-server.ts';
import { type Harness, type Person, startHarness } from '../test/harness.ts';
import { STL, uploadFixture } from './upload-fixture.ts';

const SOCKETS = 200;
const DRIP_MS = 100;
const MB = 1_000_000;
/** The product's limits, shortened. */
const LIMITS = {
  ...SERVER_LIMITS,
  headersTimeout: 4_000,
  requestTimeout: 8_000,
  connectionsCheckingInterval: 100,
};
/** Far less than the gateway would hold by waiting for any of them. */
const MAX_HELD = 150 * MB;

/** Closed by the gateway. A client that is sending at that moment may lose the last response. */
function expectDropped(answers: readonly string[]): void {
  for (const answer of answers) {
    expect(['', 'HTTP/1.1 408 Request Timeout']).toContain(answer.split('\r\n')[0]);
  }
}

describe('clients that send a byte now and then', () => {
  let harness: Harness;
  let owner: Person;
  const timers = new Set<NodeJS.Timeout>();
  beforeAll(async () => {
    harness = await startHarness({}, LIMITS);
    owner = await harness.signUp('owner');
  });
  afterAll(async () => {
    for (const timer of timers) {
      clearInterval(timer);
    }
    await harness.close();
  });

  /**
   * Sends the start of a request and then a letter each tenth of a second. @returns the response, once it
   * is closed.
   */
  const drip = async (start: string, letter: string): Promise<string> => {
    const socket: Socket = connect(Number(new URL(harness.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => undefined);
    socket.write(start);
    const timer = setInterval(() => socket.write(letter), DRIP_MS);
    timers.add(timer);
    await new Promise((resolve) => socket.on('close', resolve));
    clearInterval(timer);
    return answer;
  };
  const beginnings = (length: number) => {
    const fixture = uploadFixture(harness, owner);
    return Promise.all(
      Array.from({ length }, async () => (await fixture.create(100 * MB)).headers.get('location') ?? ''),
    );
  };
  const patch = (path: string) =>
    [
      `PATCH ${path} HTTP/1.1`,
      'Host: localhost',
      'Tus-Resumable: 1.0.0',
      `Authorization: Bearer ${owner.token}`,
      'Content-Type: application/offset+octet-stream',
      'Upload-Offset: 0',
      `Content-Length: ${100 * MB}`,
      '',
      'solid',
    ].join('\r\n');

  it('are dropped, and neither hold memory nor delay other users', async () => {
    const before = process.memoryUsage().rss;
    const heads = Array.from({ length: SOCKETS }, () =>
      drip('POST /api/login HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'a'),
    );
    const other = await harness.signUp('other');
    const mine = await harness.call('GET', '/api/users/me', { token: other.token });
    expect(mine.status).toBe(200);
    const answers = await Promise.all(heads);
    expect(answers.length).toBe(SOCKETS);
    expectDropped(answers);
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_HELD);
  });

  it('of uploads are dropped as well, and their places are freed', async () => {
    const before = process.memoryUsage().rss;
    const paths = await beginnings(6);
    const answers = await Promise.all(paths.map((path) => drip(patch(path), 'a')));
    expectDropped(answers);
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_HELD);
    const writers = () => harness.db('open_uploads').whereNotNull('writer');
    await expect.poll(async () => (await writers()).length).toBe(0);
    const fixture = uploadFixture(harness, owner);
    const [path = ''] = paths;
    // Received bytes are kept, so that a slow sender finishes eventually.
    const offsetOf = async () => Number((await fixture.send('HEAD', path)).headers.get('upload-offset'));
    const offset = await offsetOf();
    expect((await fixture.patch(path, offset, STL)).status).toBe(204);
    expect(await offsetOf()).toBe(offset + STL.length);
    const folder = join(harness.deps.env.dataDir, 'tmp', 'tus');
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => stat(join(folder, name))));
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MB);
    for (const one of paths) {
      expect((await fixture.send('DELETE', one)).status).toBe(204);
    }
    const whole = (await fixture.create(STL.length)).headers.get('location') ?? '';
    expect((await fixture.patch(whole, 0, STL)).status).toBe(204);
    const account = await harness.db('accounts').where({ id: owner.accountId }).first('storage_used');
    expect(account.storage_used).toBe(STL.length);
  });

  it('have twenty seconds for the headers and five minutes for the request', () => {
    const server = createHttpServer(() => undefined);
    expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 300_000]);
  });

  it('can reuse a connection for longer than the load balancer keeps it', async () => {
    const balancer = await readFile(new URL('../../../ops/haproxy.cfg', import.meta.url), 'utf8');
    const [, seconds] = /timeout server (\d+)s/.exec(balancer) ?? [];
    expect(createHttpServer(() => undefined).keepAliveTimeout).toBeGreaterThan(Number(seconds) * 1000);
  });
});
