import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markRead, watchComments } from './new-comments.ts';

const UUID = '0190b5c4-0000-7000-8000-000000000001';

let said: Pick<VisitorComment, 'createdAt'>[];
let watch: AbortController;
let heard: number[];

const say = (minute: number) => {
  said = [...said, { createdAt: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z` }];
};
/** Requests the comments like a newly opened page. */
const look = async () => {
  watch.abort();
  watch = new AbortController();
  heard = [];
  const calls = vi.mocked(fetch).mock.calls.length;
  watchComments(UUID, (count) => heard.push(count), watch.signal);
  await vi.waitFor(() => expect(vi.mocked(fetch).mock.calls.length).toBeGreaterThan(calls));
  // The answer is parsed in the following tasks.
  await new Promise((resolve) => setTimeout(resolve));
};

beforeEach(() => {
  const kept = new Map<string, string>();
  said = [];
  heard = [];
  watch = new AbortController();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ comments: said })),
  );
});
afterEach(() => {
  watch.abort();
  vi.unstubAllGlobals();
});

it('watchComments counts only comments written after the first visit', async () => {
  say(1);
  await look();
  expect(heard).toEqual([]);
  await look();
  expect(heard).toEqual([0]);
  say(2);
  say(3);
  await look();
  expect(heard).toEqual([2]);
  markRead(UUID, said as VisitorComment[]);
  await look();
  expect(heard).toEqual([0]);
});

it('watchComments does not count read comments again after an older response', async () => {
  say(1);
  const older = said;
  say(2);
  markRead(UUID, said as VisitorComment[]);
  markRead(UUID, older as VisitorComment[]);
  await look();
  expect(heard).toEqual([0]);
});

it('watchComments counts the first comment of a scene that had none', async () => {
  await look();
  say(1);
  await look();
  expect(heard).toEqual([1]);
});

it('watchComments reports nothing without storage or when the request fails', async () => {
  say(1);
  vi.stubGlobal('localStorage', undefined);
  await look();
  expect(heard).toEqual([]);
  vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
  await look();
  expect(heard).toEqual([]);
});

it('watchComments requests comments again when the page becomes visible', async () => {
  await look();
  const page = document as unknown as { hidden: boolean } & EventTarget;
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  const before = vi.mocked(fetch).mock.calls.length;
  page.hidden = false;
  say(1);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(vi.mocked(fetch).mock.calls.length).toBe(before + 1);
  await vi.waitFor(() => expect(heard).toEqual([1]));
});
