import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received call. */
export type StandInCall = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
};
export type StandInAnswer = { status: number; body: unknown };

/**
 * Behaviour from now on: answer; fail or be busy without an effect; close the connection before or after the
 * effect; or execute the call and never answer.
 */
export type Mood = 'well' | 'failing' | 'busy' | 'resetting' | 'losing' | 'silent';

/** A provider stub on a local port, which can simulate outages. */
export type StandIn = {
  url: string;
  calls: StandInCall[];
  mood: Mood;
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
export async function startStandIn(options: {
  keyHeader: string;
  answer: (call: StandInCall) => StandInAnswer;
}): Promise<StandIn> {
  const kept = new Map<string, { call: string; answer: StandInAnswer }>();
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    standIn.calls.push(call);
    if (standIn.mood === 'failing' || standIn.mood === 'busy') {
      const wait = standIn.retryAfter === null ? {} : { 'retry-after': standIn.retryAfter };
      response.writeHead(standIn.mood === 'busy' ? 429 : 500, {
        'content-type': 'application/json',
        ...wait,
      });
      response.end('{"error":{"message":"not now"}}');
      return;
    }
    if (standIn.mood === 'resetting') {
      request.socket.resetAndDestroy();
      return;
    }
    const isRefused = standIn.refuses !== null && call.path.startsWith(standIn.refuses);
    const answer = isRefused ? { status: 403, body: { name: 'NOT_AUTHORIZED' } } : once(call);
    if (standIn.mood === 'losing') {
      request.socket.destroy();
      return;
    }
    if (standIn.mood === 'silent') {
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.status === 204 ? undefined : JSON.stringify(answer.body));
  });

  const once = (call: StandInCall): StandInAnswer => {
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
  const standIn: StandIn = {
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
  return standIn;
}

async function readCall(request: IncomingMessage): Promise<StandInCall> {
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
