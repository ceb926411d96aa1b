import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImageEdits } from './image-edits.ts';
import type { ReimagineRequest } from './reimaginer.ts';

/** A local image service with answers set by each test. */
let service: Server;
let url = '';
let answer: { status: number; body: string; headers?: Record<string, string> };
let heard: { path: string | undefined; authorization: string | undefined; body: string }[] = [];

beforeAll(async () => {
  service = createServer(async (request, response) => {
    heard.push({
      path: request.url,
      authorization: request.headers.authorization,
      body: await bodyOf(request),
    });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/`;
});
afterAll(() => service.close());
beforeEach(() => {
  heard = [];
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) {
    parts.push(part);
  }
  return Buffer.concat(parts).toString('latin1');
}

const request = (): ReimagineRequest => ({
  image: Buffer.from('PNG'),
  depth: null,
  prompt: 'A quiet room',
  style: 'night',
  strength: 0.2,
  count: 2,
  signal: AbortSignal.timeout(10_000),
});
const ask = () => createImageEdits({ url, key: 'secret' }).imagine(request());
const pictures = (...texts: string[]) =>
  JSON.stringify({ data: texts.map((text) => ({ b64_json: Buffer.from(text).toString('base64') })) });

describe('an image editing service', () => {
  it('receives the view, prompt and key, and returns at most the requested number of pictures', async () => {
    answer = { status: 200, body: pictures('one', 'two', 'three') };
    expect((await ask()).map(String)).toEqual(['one', 'two']);
    expect(heard[0]).toMatchObject({ path: '/v1/images/edits', authorization: 'Bearer secret' });
    expect(heard[0]?.body).toContain('A quiet room. at night, lit by lamps. Keep every shape');
    expect(heard[0]?.body).toContain('name="image"; filename="view.png"');
  });

  it('receives the depth picture', async () => {
    answer = { status: 200, body: pictures('one') };
    await createImageEdits({ url, key: null }).imagine({ ...request(), depth: Buffer.from('FAR') });
    expect(heard[0]?.body).toContain('name="depth"; filename="depth.png"');
    expect(heard[0]?.body).toContain('FAR');
  });

  it.each([
    [400, 'reimagine.refused'],
    [422, 'reimagine.refused'],
    [401, 'reimagine.unavailable'],
    [404, 'reimagine.unavailable'],
  ])('is not asked again after the status %i', async (status, code) => {
    answer = { status, body: '{}' };
    await expect(ask()).rejects.toMatchObject({ name: 'ReimagineError', code });
  });

  it.each([
    ['is busy', { status: 429, body: '' }],
    ['fails', { status: 500, body: '' }],
    [
      'sends a URL instead of a picture',
      { status: 200, body: '{"data":[{"url":"http://169.254.169.254/"}]}' },
    ],
    ['sends no picture', { status: 200, body: '{"data":[]}' }],
    ['sends no JSON', { status: 200, body: '<html>' }],
  ])('may be asked again if it %s', async (_what, said) => {
    answer = said;
    await expect(ask()).rejects.not.toMatchObject({ name: 'ReimagineError' });
    expect(heard).toHaveLength(1);
  });

  it('causes no request to the target of a redirect', async () => {
    answer = { status: 307, body: '', headers: { Location: `${url}elsewhere` } };
    await expect(ask()).rejects.toThrow();
    expect(heard.map(({ path }) => path)).toEqual(['/v1/images/edits']);
  });
});
