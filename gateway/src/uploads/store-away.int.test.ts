// @module-tag full
import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { setTemporaryFolder } from '@diorama/shared/server/runtime/env.ts';
import { type FaultyProxy, startFaultyProxy } from '@diorama/stack/test/faulty-proxy.ts';
import { startTestS3, type TestS3 } from '@diorama/stack/test/s3.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../test/harness.ts';
import { multipartForm } from '../test/multipart-form.ts';
import { partsFolder } from './partial-files.ts';
import { uploadFixture } from './upload-fixture.ts';

const MB = 1_000_000;
const PART = 8 * 1024 * 1024;
const AWAY = 'server.unavailable';

/** A random binary STL of `triangles` triangles. */
function bigStl(triangles: number): Buffer {
  const file = Buffer.alloc(84 + triangles * 50);
  randomBytes(80).copy(file);
  file.writeUInt32LE(triangles, 80);
  for (let at = 84; at + 50 <= file.length; at += 50) {
    file.writeFloatLE(at, at + 12);
  }
  return file;
}

/** Pattern of the store's request for completing an upload. */
const COMPLETES = /^POST \S*uploadId=/;

describe('uploads during an outage of the object store', () => {
  const ownTmp = tmpdir();
  let s3: TestS3;
  let proxy: FaultyProxy;
  let harness: Harness;
  let owner: Person;
  let fixture: ReturnType<typeof uploadFixture>;
  beforeAll(async () => {
    s3 = await startTestS3();
    const { endpoint, region, bucket, accessKey, secretKey } = s3.options;
    proxy = await startFaultyProxy(endpoint);
    harness = await startHarness({
      S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    });
    owner = await harness.signUp('owner');
    fixture = uploadFixture(harness, owner);
    const parts = partsFolder(harness.deps.env.dataDir);
    await mkdir(parts, { recursive: true });
    setTemporaryFolder(parts);
  });
  afterEach(() => proxy.heal());
  afterAll(async () => {
    setTemporaryFolder(ownTmp);
    await harness.close();
    await proxy.close();
    await s3.stop();
  });

  const used = async () =>
    (await harness.db('accounts').where({ id: owner.accountId }).first('storage_used')).storage_used;
  const keys = async (prefix: string) => {
    const found: string[] = [];
    for await (const { key } of harness.deps.store.list(prefix)) {
      found.push(key);
    }
    return found;
  };
  const stored = async (assetId: unknown) => {
    const row = await harness.db('assets').where({ id: assetId }).first('original_object');
    const object = await harness.db('objects').where({ id: row.original_object }).first('key');
    return buffer((await harness.deps.store.get(object.key)).stream);
  };
  const begin = async (size: number) => (await fixture.create(size)).headers.get('location') ?? '';
  /** Resumes after a broken piece: asks for the offset, and sends the missing bytes. */
  const goOn = async (path: string, file: Buffer) => {
    const offset = Number((await fixture.send('HEAD', path)).headers.get('upload-offset'));
    const last = await fixture.patch(path, offset, file.subarray(offset));
    expect(last.status).toBe(204);
    return { offset, assetId: last.headers.get('x-asset-id') };
  };
  const expectWhole = async (assetId: unknown, file: Buffer, before: number) => {
    expect((await stored(assetId)).equals(file)).toBe(true);
    expect(await used()).toBe(before + file.length);
    expect(await keys('uploads/')).toEqual([]);
    expect(await harness.db('open_uploads')).toEqual([]);
    expect(await readdir(partsFolder(harness.deps.env.dataDir))).toEqual([]);
  };

  it('get 503, keep the received bytes and continue afterwards', async () => {
    const before = await used();
    const file = bigStl(500_000);
    const path = await begin(file.length);
    expect((await fixture.patch(path, 0, file.subarray(0, 9 * MB))).status).toBe(204);
    proxy.failAfter(3 * MB, 'resets');
    const broken = await fixture.patch(path, 9 * MB, file.subarray(9 * MB));
    const said = await broken.json();
    expect([broken.status, said.description]).toEqual([503, AWAY]);
    expect(said.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(said.requestId).toBe(broken.headers.get('x-request-id'));
    expect(proxy.isFailing()).toBe(true);
    expect((await fixture.send('HEAD', path)).status).toBe(503);
    const refused = await fixture.create(file.length);
    expect([refused.status, (await refused.json()).description]).toEqual([503, AWAY]);
    expect((await harness.db('open_uploads')).length, 'what could not begin is not open').toBe(1);
    expect(await used()).toBe(before);
    proxy.heal();
    const { offset, assetId } = await goOn(path, file);
    // Only the incomplete part is sent again.
    expect(offset).toBeGreaterThanOrEqual(PART);
    await expectWhole(assetId, file, before);
  });

  it('that were complete become assets after the outage', async () => {
    const before = await used();
    const file = bigStl(200_000);
    const path = await begin(file.length);
    expect((await fixture.patch(path, 0, file.subarray(0, 9 * MB))).status).toBe(204);
    // All bytes are sent, and the store is away before the upload is completed.
    proxy.failAt(COMPLETES, 'resets');
    expect((await fixture.patch(path, 9 * MB, file.subarray(9 * MB))).status).toBe(503);
    expect(proxy.isFailing()).toBe(true);
    proxy.heal();
    const { offset, assetId } = await goOn(path, file);
    expect(offset).toBe(file.length);
    await expectWhole(assetId, file, before);
  });

  it('in a single request get 503 and leave nothing behind', async () => {
    const before = await used();
    const objects = (await keys('')).length;
    const file = bigStl(300_000);
    const send = () => {
      const body = multipartForm({ type: '2' }, ['file', 'big.stl', file]);
      return harness.call('POST', '/api/assets/upload', { token: owner.token, body });
    };
    proxy.failAfter(10 * MB, 'resets');
    const refused = await send();
    expect([refused.status, refused.json.description]).toEqual([503, AWAY]);
    expect(await used()).toBe(before);
    proxy.heal();
    expect((await keys('')).length).toBe(objects);
    const taken = await send();
    await expectWhole(taken.json.uuid, file, before);
  });
});
