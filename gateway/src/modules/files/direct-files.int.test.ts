import { startTestS3, type TestS3 } from '@diorama/stack/test/s3.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../test/harness.ts';
import { publishScene } from '../../test/published.ts';

const MINUTE_MS = 60_000;

let s3: TestS3;
let harness: Harness;
let owner: Person;
/** The store by another name than the gateway's, as clients reach it. */
let filesUrl = '';
beforeAll(async () => {
  s3 = await startTestS3();
  const { endpoint, region, bucket, accessKey, secretKey } = s3.options;
  filesUrl = s3.isMock ? endpoint.replace('127.0.0.1', 'localhost') : endpoint;
  harness = await startHarness({
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    FILES_URL: filesUrl,
  });
  owner = await harness.signUp('owner');
});
afterAll(async () => {
  await harness.close();
  await s3.stop();
});

/** The address of a scene's GLB, as visitors get it. */
async function glbOf(id: string, token?: string): Promise<string> {
  const { text } = await harness.call(
    'GET',
    `/api/public/scenes/${id}`,
    token === undefined ? {} : { token },
  );
  return new URL(JSON.parse(text).output.glb).pathname + new URL(JSON.parse(text).output.glb).search;
}

/** Address to which the gateway redirects a reader of a file. */
async function redirectOf(path: string) {
  const { status, headers, text } = await harness.call('GET', path);
  return { status, text, location: headers.get('location') ?? '', cache: headers.get('cache-control') };
}

it('a public file redirects to one store address per day without sending bytes', async () => {
  const id = await publishScene(harness, owner);
  const path = await glbOf(id);
  harness.clock.set(
    new Date(Math.ceil(Date.now() / (24 * 60 * MINUTE_MS)) * 24 * 60 * MINUTE_MS - MINUTE_MS),
  );
  const first = await redirectOf(path);
  expect(first).toMatchObject({ status: 302, text: '', cache: 'public, max-age=3600' });
  expect(new URL(first.location).origin).toBe(filesUrl);
  const answer = await fetch(first.location, { headers: { Origin: 'https://shop.test' } });
  expect(await answer.text()).toBe(`${id} glb`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'content-type': 'model/gltf-binary',
    'cache-control': 'public, max-age=86400, immutable',
    'content-disposition': "inline; filename*=UTF-8''Chair.glb",
  });
  const part = await fetch(first.location, { headers: { Range: 'bytes=1-3' } });
  expect([part.status, await part.text()]).toEqual([206, `${id} glb`.slice(1, 4)]);
  expect((await redirectOf(path)).location).toBe(first.location);
  harness.clock.advance(2 * MINUTE_MS);
  expect((await redirectOf(path)).location).not.toBe(first.location);
  harness.clock.set(new Date());
});

it('the redirect of a protected file ends with its scene key, and the store address within ten minutes', async () => {
  const id = await publishScene(harness, owner, { privacy: 'password', password: 'open sesame' });
  const { json } = await harness.call('POST', `/api/public/scenes/${id}/unlock`, {
    body: { password: 'open sesame' },
  });
  const path = await glbOf(id, String(json.token));
  const first = await redirectOf(path);
  expect(first).toMatchObject({ status: 302, cache: 'private, no-store' });
  const query = new URL(first.location).searchParams;
  expect(query.get('X-Amz-Expires')).toBe('600');
  expect(query.get('response-cache-control')).toBe('private, max-age=300, immutable');
  expect((await fetch(first.location)).status).toBe(200);
  expect((await redirectOf(path)).location).toBe(first.location);
  if (!s3.isMock) {
    // The stand-in checks no signature; `direct-addresses.test.ts` computes one by its definition.
    expect((await fetch(first.location.replace('Chair.glb', 'Other.glb'))).status).toBe(403);
  }

  harness.clock.advance(-11 * MINUTE_MS);
  const ended = (await redirectOf(await glbOf(id, String(json.token)))).location;
  harness.clock.set(new Date());
  expect((await fetch(ended)).status).toBe(403);
  await harness.call('PATCH', `/api/compositions/${id}`, {
    token: owner.token,
    body: { password: 'changed' },
  });
  expect((await redirectOf(path)).status).toBe(404);
  expect((await redirectOf(path.replace(/\?.*/, ''))).status).toBe(404);
});

it('pages may load from the store, HEAD is answered directly, and an invalid FILES_URL is rejected', async () => {
  const id = await publishScene(harness, owner);
  const page = await fetch(`${harness.url}/view/${id}`);
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const directive of ['img-src', 'connect-src', 'media-src']) {
    expect(policy.split('; ').find((part) => part.startsWith(directive))).toContain(` ${filesUrl} `);
  }
  const head = await harness.call('HEAD', await glbOf(id));
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(`${id} glb`.length)]);
  await expect(startHarness({ FILES_URL: filesUrl })).rejects.toThrow('FILES_URL needs an S3 store');
  await expect(startHarness({ FILES_URL: `${filesUrl}/files` })).rejects.toThrow('without a path');
});
