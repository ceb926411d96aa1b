import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchPicture, RefusedPictureError } from './fetch-picture.ts';

const PICTURE = Buffer.from('a picture');
const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) {
    close();
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closes.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (address: string, origins: string[], signal = new AbortController().signal) =>
  fetchPicture(address, { origins, signal });

describe('the profile picture of another service', () => {
  it('is downloaded from an allowed origin', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png; charset=x' }).end(PICTURE);
    });
    expect(await get(`${origin}/a=s96`, [origin])).toEqual({ bytes: PICTURE, contentType: 'image/png' });
  });

  it('is not requested from other origins', async () => {
    let asked = 0;
    const origin = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    const host = new URL(origin).host;
    for (const address of [
      `${origin}/a`,
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      'no address',
      `https://lh3.googleusercontent.com@${host}/a`,
      `https://lh3.googleusercontent.com.${host}/a`,
      'http://lh3.googleusercontent.com/a',
    ]) {
      await expect(get(address, ['https://lh3.googleusercontent.com'])).rejects.toThrow(RefusedPictureError);
    }
    await expect(get(origin.replace('//', '//user:secret@'), [origin])).rejects.toThrow(RefusedPictureError);
    expect(asked).toBe(0);
  });

  it('is rejected if the response is a redirect, not a picture, or too large', async () => {
    let asked = 0;
    const inner = await serve((_request, response) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE);
    });
    const origin = await serve(({ url }, response) => {
      if (url === '/redirect') {
        response.writeHead(302, { location: inner }).end();
      } else if (url === '/large') {
        response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(5_000_001));
      } else if (url === '/gone') {
        response.writeHead(404, { 'content-type': 'image/png' }).end();
      } else {
        response
          .writeHead(200, { 'content-type': url === '/svg' ? 'image/svg+xml' : 'text/html' })
          .end('<svg/>');
      }
    });
    for (const path of ['/redirect', '/large', '/gone', '/svg', '/page']) {
      await expect(get(origin + path, [origin]), path).rejects.toThrow(RefusedPictureError);
    }
    expect(asked).toBe(0);
  });

  it('can be requested again if the service is unavailable', async () => {
    const origin = await serve((_request, response) => response.writeHead(503).end());
    const failure = await get(origin, [origin]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(RefusedPictureError);
    const silent = await serve(() => undefined);
    await expect(get(silent, [silent], AbortSignal.timeout(50))).rejects.toThrow(/abort|time/i);
  });
});
