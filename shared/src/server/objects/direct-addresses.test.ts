import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { fakeClock } from '../runtime/clock.ts';
import { createDirectAddresses } from './direct-addresses.ts';

const s3 = {
  endpoint: 'http://store:8333',
  region: 'eu-central-1',
  bucket: 'diorama',
  accessKey: 'AKIA-OF-THE-TEST',
  secretKey: 'a secret',
};
const FILE = {
  key: 'account/object',
  contentType: 'model/gltf-binary',
  disposition: "inline; filename*=UTF-8''Silla%20%C3%B1.glb",
};

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature Version 4 of a GET with the signature in its query, by its definition. */
function signatureOf(url: URL): string {
  const query = url.search
    .slice(1)
    .split('&')
    .filter((part) => !part.startsWith('X-Amz-Signature='))
    .sort()
    .join('&');
  const request = ['GET', url.pathname, query, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const time = url.searchParams.get('X-Amz-Date') ?? '';
  const scope = [time.slice(0, 8), s3.region, 's3', 'aws4_request'];
  const digest = createHash('sha256').update(request).digest('hex');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${s3.secretKey}`);
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), digest].join('\n')).toString('hex');
}

it.each([
  ['https://files.example.org', '/diorama/account/object'],
  ['http://localhost:9000', '/diorama/account/object'],
  ['https://diorama.s3.eu-central-1.amazonaws.com', '/account/object'],
])('a direct address at %s is signed for its host', async (filesUrl, path) => {
  const url = new URL(await createDirectAddresses({ s3, filesUrl }).sign(FILE, 'public'));
  expect([url.origin, url.pathname]).toEqual([filesUrl, path]);
  expect(url.searchParams.get('response-content-disposition')).toBe(FILE.disposition);
  expect(url.searchParams.get('X-Amz-Signature')).toBe(signatureOf(url));
});

it('a direct address is stable for five minutes or a day, and expires after twice that time', async () => {
  const clock = fakeClock(new Date('2030-01-01T00:00:00Z'));
  const direct = createDirectAddresses({ s3, filesUrl: 'https://files.example.org' }, clock);
  for (const [audience, step] of [
    ['private', 5 * 60],
    ['public', 24 * 3_600],
  ] as const) {
    const first = await direct.sign(FILE, audience);
    clock.advance((step - 1) * 1_000);
    expect(await direct.sign(FILE, audience)).toBe(first);
    expect(new URL(first).searchParams.get('X-Amz-Expires')).toBe(String(2 * step));
    clock.advance(1_000);
    expect(await direct.sign(FILE, audience)).not.toBe(first);
    clock.set(new Date('2030-02-01T00:00:00Z'));
  }
});
