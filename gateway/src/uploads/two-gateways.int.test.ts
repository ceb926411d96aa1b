// @module-tag full
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startTestS3, type TestS3 } from '@diorama/stack/test/s3.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../test/harness.ts';
import { createUrls } from '../web/urls.ts';
import { partsFolder } from './partial-files.ts';
import { createResumableUploads } from './resumable.ts';
import { uploadFixture } from './upload-fixture.ts';

const PART = 8_000_000;

/** A model identified by its size: a binary STL of empty triangles. */
function bigStl(triangles: number): Buffer {
  const file = Buffer.alloc(84 + triangles * 50);
  randomBytes(80).copy(file);
  file.writeUInt32LE(triangles, 80);
  return file;
}

describe('resumable uploads on two gateways with one object store', () => {
  let s3: TestS3;
  let first: Harness;
  let second: Harness;
  let owner: Person;
  beforeAll(async () => {
    s3 = await startTestS3();
    const { endpoint, region, bucket, accessKey, secretKey } = s3.options;
    const env = {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    };
    first = await startHarness(env);
    second = await startHarness({ ...env, DATABASE_URL: first.deps.env.databaseUrl });
    owner = await first.signUp('owner');
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    await s3.stop();
  });

  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of first.deps.store.list('uploads/')) {
      found.push(key);
    }
    return found;
  };

  it('continue on another gateway without sending a byte twice', async () => {
    const file = bigStl(400_000);
    const [one, other] = [uploadFixture(first, owner), uploadFixture(second, owner)];
    const path = (await one.create(file.length, { type: '2', filename: 'big.stl' })).headers.get('location');
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/);
    expect((await one.patch(path ?? '', 0, file.subarray(0, PART))).status).toBe(204);
    expect((await other.send('HEAD', path ?? '')).headers.get('upload-offset')).toBe(String(PART));
    expect((await other.patch(path ?? '', PART, file.subarray(PART, 2 * PART))).status).toBe(204);
    const last = await one.patch(path ?? '', 2 * PART, file.subarray(2 * PART));
    expect(last.status).toBe(204);
    const asset = JSON.parse(await (await other.send('GET', path ?? '')).text());
    expect(asset).toMatchObject({ name: 'big.stl', size: file.length, status: 'uploaded' });
    const object = await first.db('objects').where({ account_id: owner.accountId }).first();
    const stored = await first.deps.store.get(object.key);
    expect(stored.contentType).toBe('model/stl');
    expect((await buffer(stored.stream)).equals(file)).toBe(true);
    expect(await keys()).toEqual([]);
    expect(await first.db('open_uploads')).toEqual([]);
  });

  it('start by removing old parts of a killed gateway, but not recent parts', async () => {
    const { deps } = second;
    const folder = partsFolder(deps.env.dataDir);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'aBcDeFgHiJ-3'), 'a part that nobody sends any more');
    await writeFile(join(folder, 'KlMnOpQrSt-1'), 'a part that is on its way');
    const dayAgo = Date.now() / 1000 - 86_400;
    await utimes(join(folder, 'aBcDeFgHiJ-3'), dayAgo, dayAgo);
    const next = createResumableUploads({ ...deps, urls: createUrls(deps.env.publicUrl, deps.signer) });
    await expect.poll(() => readdir(folder)).toEqual(['KlMnOpQrSt-1']);
    await next.close();
  });

  it('keep pieces that are too small for a part of S3', async () => {
    const file = bigStl(130_000);
    const { create, patch, send } = uploadFixture(second, owner);
    const path = (await create(file.length)).headers.get('location') ?? '';
    expect((await patch(path, 0, file.subarray(0, 1_000))).status).toBe(204);
    const elsewhere = uploadFixture(first, owner);
    expect((await elsewhere.send('HEAD', path)).headers.get('upload-offset')).toBe('1000');
    expect((await elsewhere.patch(path, 1_000, file.subarray(1_000))).status).toBe(204);
    expect(JSON.parse(await (await send('GET', path)).text())).toMatchObject({ size: file.length });
    expect(await keys()).toEqual([]);
  });

  it('become an asset also when the gateway was killed after the last byte', async () => {
    const file = bigStl(10);
    const { create, patch, send } = uploadFixture(first, owner);
    const path = (await create(file.length)).headers.get('location') ?? '';
    const { put, copy } = first.deps.store;
    first.deps.store.copy = () => Promise.reject(new Error('killed here'));
    expect((await patch(path, 0, file)).status).toBe(500);
    Object.assign(first.deps.store, { put, copy });
    expect((await send('HEAD', path)).headers.get('upload-offset')).toBe(String(file.length));
    const answers = await Promise.all([send('GET', path), uploadFixture(second, owner).send('GET', path)]);
    const assets = await Promise.all(answers.map(async (answer) => JSON.parse(await answer.text())));
    expect(assets[0]).toMatchObject({ size: file.length });
    expect(assets[1].uuid, 'one asset, whoever asks').toBe(assets[0].uuid);
    expect(await keys()).toEqual([]);
  });

  it('release the data of a canceled or forgotten upload, on either gateway', async () => {
    const { create, patch, send } = uploadFixture(first, owner);
    const given = (await create(20_000_000)).headers.get('location') ?? '';
    await patch(given, 0, Buffer.alloc(1_000));
    expect((await uploadFixture(second, owner).send('DELETE', given)).status).toBe(204);
    expect((await send('HEAD', given)).status).toBe(404);
    const old = (await create(20_000_000)).headers.get('location') ?? '';
    await patch(old, 0, Buffer.alloc(6_000_000));
    await first.db('open_uploads').update({ created_at: first.db.raw(`now() - interval '25 hours'`) });
    const { deps } = second;
    const sweeper = createResumableUploads({ ...deps, urls: createUrls(deps.env.publicUrl, deps.signer) });
    await sweeper.sweep();
    await sweeper.close();
    expect((await send('HEAD', old)).status).toBe(404);
    expect(await keys()).toEqual([]);
    expect(await first.db('open_uploads')).toEqual([]);
  });
});
