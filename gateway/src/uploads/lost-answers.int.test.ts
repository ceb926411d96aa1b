import { randomBytes } from 'node:crypto';
import { type FaultyProxy, startFaultyProxy } from '@diorama/stack/test/faulty-proxy.ts';
import { startTestS3, type TestS3 } from '@diorama/stack/test/s3.ts';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../test/harness.ts';
import { STL, uploadFixture } from './upload-fixture.ts';

const PIECE = 400;
/** A binary STL whose triangles are degenerate, sent in four pieces. */
function stlFile(): Buffer {
  const file = Buffer.alloc(84 + 30 * 50);
  randomBytes(80).copy(file);
  file.writeUInt32LE(30, 80);
  return file;
}

/** The answers that an upload depends on: the creation, the offset, and every piece. */
const ANSWERS = [
  /^POST \/api\/uploads/,
  /^HEAD \/api\/uploads/,
  ...[0, 1, 2, 3].map((piece) => new RegExp(`^PATCH [^]*upload-offset: ${piece * PIECE}\r\n`, 'i')),
];

describe.each(['disk', 's3'] as const)('an upload to %s with lost responses', (kind) => {
  let s3: TestS3 | null = null;
  let first: Harness;
  let second: Harness;
  let owner: Person;
  let proxies: FaultyProxy[];
  beforeAll(async () => {
    s3 = kind === 's3' ? await startTestS3() : null;
    const env: Record<string, string> = s3
      ? {
          S3_ENDPOINT: s3.options.endpoint,
          S3_REGION: s3.options.region,
          S3_BUCKET: s3.options.bucket,
          S3_ACCESS_KEY: s3.options.accessKey,
          S3_SECRET_KEY: s3.options.secretKey,
        }
      : {};
    first = await startHarness(env);
    second = await startHarness({
      ...env,
      DATABASE_URL: first.deps.env.databaseUrl,
      DIORAMA_DATA_DIR: first.deps.env.dataDir,
    });
    owner = await first.signUp('owner');
    proxies = await Promise.all([first, second].map(({ url }) => startFaultyProxy(url)));
  });
  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await second.close();
    await first.close();
    await s3?.stop();
  });

  const assets = () => first.db('assets').where({ created_by: owner.userId }).select('id');

  /** Sends a file with the client of the web application, by turns through both gateways. */
  const sendFile = (file: Buffer) => {
    const patched: number[] = [];
    let turn = 0;
    return new Promise<{ path: string; patched: number[] }>((resolve, reject) => {
      const upload = new Upload(file, {
        endpoint: `http://127.0.0.1:${proxies[0]?.port}/api/uploads`,
        chunkSize: PIECE,
        retryDelays: Array.from({ length: 20 }, () => 10),
        onShouldRetry: () => true,
        metadata: { type: '2', filename: 'tile.stl' },
        headers: { Authorization: `Bearer ${owner.token}` },
        onBeforeRequest: (request) => {
          if (request.getMethod() === 'PATCH') {
            patched.push(Number(request.getHeader('Upload-Offset')));
          }
          turn += 1;
          if (upload.url) {
            const { pathname } = new URL(upload.url);
            upload.url = `http://127.0.0.1:${proxies[turn % 2]?.port}${pathname}`;
          }
        },
        onSuccess: () => resolve({ path: new URL(upload.url ?? '').pathname, patched }),
        onError: reject,
      });
      upload.start();
    });
  };

  it('ends with one asset, and no piece is sent twice', async () => {
    for (const proxy of proxies) {
      proxy.loseAnswersTo(ANSWERS);
    }
    const { path, patched } = await sendFile(stlFile());
    // Each piece is sent through one of the gateways only, the creation through the first, and every HEAD through either.
    const left = proxies.reduce((sum, proxy) => sum + proxy.answersToLose(), 0);
    expect(left, 'answers that were not lost').toBe(ANSWERS.length * 2 - 4 - 1 - 2);
    expect(patched).toEqual([0, PIECE, 2 * PIECE, 3 * PIECE]);
    const asset = JSON.parse(await (await uploadFixture(second, owner).send('GET', path)).text());
    expect(await assets()).toEqual([{ id: asset.uuid }]);
    expect(await first.events('asset.uploaded')).toEqual([{ assetId: asset.uuid }]);
  });

  it('is known only to its author after it ends', async () => {
    const { create, patch, send } = uploadFixture(first, owner);
    const path = (await create(STL.length)).headers.get('location') ?? '';
    const assetId = (await patch(path, 0, STL)).headers.get('x-asset-id') ?? '';
    for (const gateway of [first, second]) {
      const fixture = uploadFixture(gateway, owner);
      const head = await fixture.send('HEAD', path);
      const names = ['upload-offset', 'upload-length', 'x-asset-id', 'cache-control'];
      expect([head.status, ...names.map((name) => head.headers.get(name))]).toEqual([
        200,
        String(STL.length),
        String(STL.length),
        assetId,
        'no-store',
      ]);
      const again = await fixture.patch(path, STL.length, Buffer.alloc(0));
      expect([again.status, again.headers.get('upload-offset'), again.headers.get('x-asset-id')]).toEqual([
        204,
        String(STL.length),
        assetId,
      ]);
      expect((await fixture.patch(path, 0, STL)).status).toBe(409);
    }
    const stranger = await first.signUp('stranger');
    const { token } = stranger;
    expect((await send('HEAD', path, { token })).status).toBe(404);
    expect((await patch(path, STL.length, Buffer.alloc(0), token)).status).toBe(404);
    await first.db('assets').where({ id: assetId }).update({ deleted_at: first.db.fn.now() });
    expect((await send('HEAD', path)).status, 'a deleted asset').toBe(404);
  });
});
