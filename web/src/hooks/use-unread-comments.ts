import { useGet } from '../api/hooks.ts';
import { affectsThreads } from './affects-threads.ts';

/** Number of unread threads, `undefined` while loading; 100 means 100 or more. `recount` requests it again. */
export function useUnreadComments(): { count: number | undefined; recount: () => void } {
  const { data, reload } = useGet('countUnread', { query: {} }, { isOldAfter: affectsThreads });
  return { count: data?.threads, recount: reload };
}
