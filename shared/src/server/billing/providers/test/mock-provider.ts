import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received call. */
export type MockCall = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
export type MockAnswer = { status: number; body: unknown };

/**
 * Behaviour from now on: answer; fail or be busy without an effect; close the connection before or after the
 * effect; or execute the call and never answer.
 */
export type MockMode = 'well' | 'failing' | 'busy' | 'resetting' | 'losing' | 'silent';

/** A provider stub on a local port, which can simulate outages. */
export type MockProvider = {
  url: string;
  calls: MockCall[];
  mood: MockMode;
  /** `Retry-After` of `busy` responses; null without the header. */
  retryAfter: string | null;
  /** Path prefix of rejected calls; null for none. */
  refuses: string | null;
  /** Simulates the expiry of idempotency keys, some hours after a call. */
  forgetKeys(): void;
  close(): Promise<void>;
};

/**
 * Starts a stub; `answer` is called once per idempotency key, and its result is repeated for later calls with
 * the key.
 */
export async function startMockProvider(options: {
  keyHeader: string;
  answer: (call: MockCall) => MockAnswer;
}): Promise<MockProvider> {
  const kept = new Map<string, { call: string; answer: MockAnswer }>();
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    mock.calls.push(call);
    if (mock.mood === 'failing' || mock.mood === 'busy') {
      const wait = mock.retryAfter === null ? {} : { 'retry-after': mock.retryAfter };
      response.writeHead(mock.mood === 'busy' ? 429 : 500, { 'content-type': 'application/json', ...wait });
      response.end('{"error":{"message":"not now"}}');
      return;
    }
    if (mock.mood === 'resetting') {
      request.socket.resetAndDestroy();
      return;
    }
    const isRefused = mock.refuses !== null && call.path.startsWith(mock.refuses);
    const answer = isRefused ? { status: 403, body: { name: 'NOT_AUTHORIZED' } } : once(call);
    if (mock.mood === 'losing') {
      request.socket.destroy();
      return;
    }
    if (mock.mood === 'silent') {
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.status === 204 ? undefined : JSON.stringify(answer.body));
  });

  const once = (call: MockCall): MockAnswer => {
    const key = call.headers[options.keyHeader];
    if (typeof key !== 'string' || call.method !== 'POST') {
      return options.answer(call);
    }
    const same = `${call.path} ${call.body}`;
    const known = kept.get(key);
    if (known) {
      return known.call === same
        ? known.answer
        : {
            status: 400,
            body: { error: { type: 'idempotency_error', message: 'another body' }, name: 'IDEMPOTENCY' },
          };
    }
    const answer = options.answer(call);
    kept.set(key, { call: same, answer });
    return answer;
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const mock: MockProvider = {
    url: `http://127.0.0.1:${port}`,
    calls: [],
    mood: 'well',
    retryAfter: null,
    refuses: null,
    forgetKeys: () => kept.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return mock;
}

async function readCall(request: IncomingMessage): Promise<MockCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
