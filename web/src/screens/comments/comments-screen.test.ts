import { expect, it } from 'vitest';
import { mergeShown } from './comments-screen.tsx';
import type { ThreadItem } from './thread-item.tsx';

const threads = (...ids: string[]) =>
  ids.map((uuid) => ({ '@id': uuid, uuid, unread: true, unreadNumber: 2 }) as ThreadItem);
const after = (
  shown: readonly ThreadItem[],
  unread: readonly ThreadItem[],
  { dropped = [] as string[], gone = [] as string[] } = {},
) => {
  const there = shown.filter(({ uuid }) => !gone.includes(uuid)).map(({ uuid }) => [uuid, 'scene'] as const);
  return mergeShown({ shown, dropped: new Set(dropped), there: new Map(there) }, unread);
};
const told = (shown: readonly ThreadItem[]) =>
  shown.map(({ uuid, unread, unreadNumber }) => (unread ? `${uuid} ${unreadNumber}` : uuid)).join();

it('mergeShown keeps threads read elsewhere in place, marked as read', () => {
  expect(told(after(threads('a', 'b', 'c'), threads('a', 'c')))).toBe('a 2,b,c 2');
  expect(told(after(threads('a', 'b', 'c'), threads('c')))).toBe('a,b,c 2');
  expect(told(after(threads('a', 'b', 'c'), []))).toBe('a,b,c');
});

it('mergeShown adds new threads and threads that are unread again', () => {
  expect(told(after(threads('a', 'b'), threads('new', 'b')))).toBe('a,new 2,b 2');
  const read = after(threads('a', 'b'), threads('b'));
  expect(told(after(read, threads('a', 'b')))).toBe('a 2,b 2');
  expect(after([], threads('a'))).toEqual(threads('a'));
});

it('mergeShown omits read threads that were dropped or deleted', () => {
  expect(told(after(threads('a', 'b', 'c'), threads('c'), { dropped: ['a'] }))).toBe('b,c 2');
  expect(told(after(threads('a', 'b', 'c'), threads('c'), { gone: ['b'] }))).toBe('a,c 2');
  expect(told(after(threads('a', 'b'), threads('a', 'b'), { dropped: ['a'], gone: ['b'] }))).toBe('a 2,b 2');
});
