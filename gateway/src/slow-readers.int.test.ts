// @module-tag full
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { SERVER_LIMITS } from './http-server.ts';
import { type Harness, type Person, useHarness } from './test/harness.ts';
import { WORKSPACE_KEY_VERSION } from './web/urls.ts';

const MB = 1_000_000;
/** The product's limit, shortened. */
const LIMITS = { ...SERVER_LIMITS, stalledTimeout: 3_000 };
/** More than the kernel keeps for a connection on loopback. */
const FILE_BYTES = 24 * MB;

describe('clients', () => {
  const harness = useHarness({}, LIMITS);
  let owner: Person;
  let file: string;
  beforeAll(async () => {
    owner = await harness.signUp('owner');
    file = await storeFile(harness, owner);
  });

  /** Sends a request on a socket that is read only by the test. */
  const ask = async (path: string, token?: string): Promise<Socket> => {
    const socket = connect(Number(new URL(harness.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const bearer = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${bearer}Connection: close\r\n\r\n`);
    await once(socket, 'connect');
    return socket;
  };

  it('that read nothing are disconnected', async () => {
    const unread = await Promise.all(Array.from({ length: 20 }, () => ask(file)));
    for (const socket of unread) {
      socket.pause();
    }
    // On a busy machine some responses begin late.
    await sleep(LIMITS.stalledTimeout * 6);
    const received = await Promise.all(
      unread.map(async (socket) => {
        socket.resume();
        await once(socket, 'close');
        return socket.bytesRead;
      }),
    );
    expect(Math.max(...received)).toBeLessThan(FILE_BYTES);
  });

  it('that read slowly receive the whole response', async () => {
    const socket = await ask(file);
    const startedAt = performance.now();
    socket.on('data', () => {
      // The speed of a phone, increased by the factor of the shortened limit.
      socket.pause();
      setTimeout(() => socket.resume(), 25);
    });
    await once(socket, 'close');
    expect(socket.bytesRead).toBeGreaterThan(FILE_BYTES);
    expect(performance.now() - startedAt).toBeGreaterThan(LIMITS.stalledTimeout * 2);
  });

  it('of a large document share its bytes while they do not read', async () => {
    const { json } = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    const path = `/api/compositions/${json.uuid}/document`;
    const text = JSON.stringify({ ...emptyDocument(), nodes: manyNodes(10_000) });
    // Stored directly: an older release may have written it.
    await harness.db('composition_documents').where({ composition_id: json.uuid }).update({ document: text });
    const { text: answer } = await harness.call('GET', path, { token: owner.token });
    expect(answer.length).toBeGreaterThan(3 * MB);
    const before = process.memoryUsage().arrayBuffers;
    const unread = await Promise.all(Array.from({ length: 20 }, () => ask(path, owner.token)));
    for (const socket of unread) {
      socket.pause();
    }
    await sleep(1_500);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * answer.length);
    expect(harness.deps.unread.total).toBeLessThan(1.5 * answer.length);
    for (const socket of unread) {
      socket.destroy();
    }
  });

  it('that wait for a slow response are not treated as stalled', async () => {
    const lock = await harness.db.transaction();
    await lock.raw('lock table accounts in access exclusive mode');
    const answered = harness.call('GET', `/api/accounts/${owner.accountId}`, { token: owner.token });
    await sleep(LIMITS.stalledTimeout * 1.5);
    await lock.rollback();
    expect((await answered).status).toBe(200);
  });
});

/** The nodes of a document of 3 MB. */
function manyNodes(count: number): Record<string, unknown> {
  const node = (at: number) => ({
    kind: 'box',
    parent: null,
    index: `a${at.toString(36).padStart(5, '0')}V`,
    name: `Box ${at} ${'x'.repeat(100)}`,
    props: { size: [1, 1, 1] },
  });
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`box-${at}`, node(at)]));
}

/** Stores a file that is public by its URL. @returns the path of the URL */
async function storeFile(harness: Harness, owner: Person): Promise<string> {
  const id = uuidv7();
  const key = `test/${id}`;
  const contentType = 'model/gltf-binary';
  await harness.deps.store.put(key, Buffer.alloc(FILE_BYTES, 7), { contentType });
  await harness.db('objects').insert({
    id,
    account_id: owner.accountId,
    key,
    sha256: Buffer.from(id),
    size: FILE_BYTES,
    content_type: contentType,
  });
  return harness.deps.signer.sign({ object: id, keyVersion: WORKSPACE_KEY_VERSION, name: 'model.glb' });
}
