import { afterEach, expect, it, vi } from 'vitest';
import type { Session } from '../session/session.ts';
import { createLive } from './live.ts';

afterEach(() => vi.unstubAllGlobals());

const SESSION: Pick<Session, 'get' | 'subscribe' | 'freshToken'> = {
  get: () => ({ user: { uuid: 'ada' } }) as ReturnType<Session['get']>,
  subscribe: () => () => undefined,
  freshToken: async () => 'token',
};

/** Mocks streams that last until they are aborted. @returns the headers of each opened stream */
function standInForStreams(): Record<string, string>[] {
  vi.stubGlobal('window', new EventTarget());
  const asked: Record<string, string>[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers, signal }: RequestInit) => {
    asked.push(headers as Record<string, string>);
    const body = new ReadableStream({
      start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
    });
    return new Response(body);
  });
  return asked;
}

it('the live stream requests the language of the page', async () => {
  const asked = standInForStreams();
  const stop = createLive(SESSION as Session).start('es');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ 'Accept-Language': 'es', Authorization: 'Bearer token' });
  stop();
});

it('the live stream reconnects in a new page language and resets shown data', async () => {
  const asked = standInForStreams();
  const live = createLive(SESSION as Session);
  const heard: string[] = [];
  live.subscribe(({ topic }) => heard.push(topic));
  const stopEnglish = live.start('en');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  stopEnglish();
  expect(heard).toEqual([]);
  const stopSpanish = live.start('es');
  expect(heard).toEqual(['reset']);
  await vi.waitFor(() => expect(asked.map((headers) => headers['Accept-Language'])).toEqual(['en', 'es']));
  stopSpanish();
});

it('the live stream reopens after a minute when the server closed it as one too many', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.useFakeTimers();
  let opened = 0;
  vi.stubGlobal('fetch', async () => {
    opened += 1;
    return new Response('event: closed\ndata: {"reason":"too-many-streams"}\n\n');
  });
  const live = createLive(SESSION as Session);
  const heard: string[] = [];
  live.subscribe(({ topic }) => heard.push(topic));
  const stop = live.start('en');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(opened).toBe(1);
  await vi.advanceTimersByTimeAsync(32_000);
  expect(opened).toBe(2);
  expect(heard).toEqual([]);
  stop();
  vi.useRealTimers();
});
