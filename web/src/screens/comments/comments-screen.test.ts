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

it('keeps what was read elsewhere where it stood, as read', () => {
  expect(told(after(threads('a', 'b', 'c'), threads('a', 'c')))).toBe('a 2,b,c 2');
  expect(told(after(threads('a', 'b', 'c'), threads('c')))).toBe('a,b,c 2');
  expect(told(after(threads('a', 'b', 'c'), []))).toBe('a,b,c');
});

it('shows what is new, and what is unread again', () => {
  expect(told(after(threads('a', 'b'), threads('new', 'b')))).toBe('a,new 2,b 2');
  const read = after(threads('a', 'b'), threads('b'));
  expect(told(after(read, threads('a', 'b')))).toBe('a 2,b 2');
  expect(after([], threads('a'))).toEqual(threads('a'));
});

it('keeps neither what was dropped nor what is not known to be there', () => {
  expect(told(after(threads('a', 'b', 'c'), threads('c'), { dropped: ['a'] }))).toBe('b,c 2');
  expect(told(after(threads('a', 'b', 'c'), threads('c'), { gone: ['b'] }))).toBe('a,c 2');
  expect(told(after(threads('a', 'b'), threads('a', 'b'), { dropped: ['a'], gone: ['b'] }))).toBe('a 2,b 2');
});
