import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startProductAnalytics, withoutIds } from './measurement.ts';

function fakePage() {
  const values = new Map<string, string>();
  const events = new EventTarget();
  const sent: { url: string; body: { api_key: string; batch: Record<string, unknown>[] } }[] = [];
  const page = {
    localStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
    fetch: async (url: string, init: RequestInit) => {
      sent.push({ url, body: JSON.parse(String(init.body)) });
      throw new TypeError('Failed to fetch');
    },
  };
  return { page: page as unknown as Window, sent, leave: () => events.dispatchEvent(new Event('pagehide')) };
}

describe('product analytics', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('batches events and sends them with the user id, with ids removed from paths', async () => {
    const { page, sent } = fakePage();
    let person: string | null = null;
    const analytics = startProductAnalytics({
      url: 'https://analytics.test',
      key: 'k',
      page,
      personId: () => person,
      newId: () => 'visitor-1',
    });
    analytics.capture('$pageview', '/en/builder/0192f0a0-0000-7000-8000-000000000001');
    person = 'ada';
    analytics.capture('login', '/en/login');
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map(({ url }) => url)).toEqual(['https://analytics.test/batch/']);
    expect(sent[0]?.body.api_key).toBe('k');
    expect(sent[0]?.body.batch).toMatchObject([
      { event: '$pageview', properties: { distinct_id: 'visitor-1', path: '/en/builder/:id' } },
      { event: 'login', properties: { distinct_id: 'ada', visitor: 'visitor-1' } },
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
  });

  it('sends queued events when the page is left, and keeps the visitor id', () => {
    const { page, sent, leave } = fakePage();
    const options = { url: 'https://a.test', key: 'k', page, personId: () => null };
    startProductAnalytics({ ...options, newId: () => 'first' }).capture('one', '/');
    leave();
    startProductAnalytics({ ...options, newId: () => 'second' }).capture('two', '/');
    leave();
    const visitors = sent.flatMap(({ body }) => body.batch.map((event) => event.properties));
    expect(visitors).toMatchObject([{ visitor: 'first' }, { visitor: 'first' }]);
  });

  it('removes tokens from paths', () => {
    expect(
      withoutIds('/en/reset-password/0192f0a0-0000-7000-8000-000000000001/c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0'),
    ).toBe('/en/reset-password/:id/:id');
    expect(withoutIds('/es/scenes/all')).toBe('/es/scenes/all');
  });
});
