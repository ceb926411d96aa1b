import { afterEach, expect, it, vi } from 'vitest';
import type { Session } from '../session/session.ts';
import { createLive } from './live.ts';

afterEach(() => vi.unstubAllGlobals());

const SESSION: Pick<Session, 'get' | 'subscribe' | 'freshToken'> = {
  get: () => ({ user: { uuid: 'ada' } }) as ReturnType<Session['get']>,
  subscribe: () => () => undefined,
  freshToken: async () => 'token',
};

it('hears of changes in the language of the page, whatever the browser speaks', async () => {
  vi.stubGlobal('window', new EventTarget());
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers, signal }: RequestInit) => {
    asked.push(headers);
    const body = new ReadableStream({
      start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
    });
    return new Response(body);
  });
  const stop = createLive(SESSION as Session, () => 'es').start();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ 'Accept-Language': 'es', Authorization: 'Bearer token' });
  stop();
});
