import type { KnownThreads } from './known-threads.ts';
import type { ThreadItem } from './thread-item.tsx';

/** Threads that a list has shown, those that the user removed, and those known to exist. */
export type ShownBefore = {
  shown: readonly ThreadItem[];
  dropped: ReadonlySet<string>;
  there: KnownThreads;
};

/**
 * Threads of the unread list: the unread ones, and each shown before at its place, because reading a thread must not
 * remove it from view. Deleted or inaccessible threads are removed.
 */
export function mergeShown(
  { shown: known, dropped, there }: ShownBefore,
  unread: readonly ThreadItem[],
): ThreadItem[] {
  const before = known.filter((thread) => !dropped.has(thread.uuid) && there.has(thread['@id']));
  const fresh = new Set(unread.map(({ uuid }) => uuid));
  const shown = [...unread];
  for (const [at, thread] of before.entries()) {
    if (!fresh.has(thread.uuid)) {
      const above = before[at - 1]?.uuid;
      const place = shown.findIndex(({ uuid }) => uuid === above) + 1;
      shown.splice(place, 0, { ...thread, unread: false, unreadNumber: 0 });
    }
  }
  return shown;
}
