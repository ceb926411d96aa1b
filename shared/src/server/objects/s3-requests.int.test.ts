import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createS3Store } from './s3.ts';
import type { ObjectStore } from './store.ts';

const MB = 1_000_000;

let server: Server;
let store: ObjectStore;
let requests: string[] = [];

/** A stub for a feature that the contract suite's server lacks: it records the requests. */
beforeAll(async () => {
  server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const keys = { accessKey: 'key', secretKey: 'secret' };
  store = createS3Store({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'stub',
    ...keys,
  });
});

beforeEach(() => {
  requests = [];
});

afterAll(() => {
  server.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, headers } = request;
  const { searchParams } = new URL(request.url ?? '', 'http://stub');
  await buffer(request);
  requests.push(`${method} ${[...searchParams.keys()].join(' ')} ${headers.range ?? ''}`.trim());
  const common = { ETag: '"e"', 'Last-Modified': new Date(0).toUTCString() };
  if (method === 'HEAD') {
    response.writeHead(200, { ...common, 'Content-Length': 10, 'Content-Type': 'text/plain' }).end();
    return;
  }
  if (method === 'GET') {
    response.writeHead(206, { ...common, 'Content-Range': 'bytes 0-0/10' }).end('a');
    return;
  }
  if (method === 'POST') {
    const xml = '<InitiateMultipartUploadResult><UploadId>up</UploadId></InitiateMultipartUploadResult>';
    response.writeHead(200, common).end(xml);
    return;
  }
  response.writeHead(method === 'DELETE' ? 204 : 200, common).end();
}

test('the store requests only the first byte for the range 0-0', async () => {
  const { stream, range } = await store.get('x', { range: { start: 0, end: 0 } });
  expect((await buffer(stream)).toString()).toBe('a');
  expect(range).toEqual({ start: 0, end: 0 });
  expect(requests).toContain('GET  bytes=0-0');
});

test('an interrupted multipart upload is aborted and never completed', async () => {
  async function* breakOff() {
    yield Buffer.alloc(20 * MB);
    throw new Error('the connection was lost');
  }
  const body = Readable.from(breakOff(), { objectMode: false });
  await expect(store.put('x', body, { contentType: 'text/plain' })).rejects.toThrow(
    'the connection was lost',
  );
  expect(requests.filter((line) => line.startsWith('PUT uploadId'))).toHaveLength(2);
  expect(requests.at(-1)).toBe('DELETE uploadId');
  expect(requests).not.toContain('POST uploadId');
});
