import type { ThreadItem } from './thread-line.tsx';
import type { ThreadsThere } from './threads-there.ts';

/** What a list has shown, what the person wants to see of it no longer, and what is known to be there. */
export type ShownBefore = {
  shown: readonly ThreadItem[];
  dropped: ReadonlySet<string>;
  there: ThreadsThere;
};

/**
 * What a list of unread threads shows: those that are unread now, and each that it showed before where it stood, read by
 * now, as reading one elsewhere must not take it from under the eyes. What was deleted or is closed to them goes.
 */
export function keepShown(
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
