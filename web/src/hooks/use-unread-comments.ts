import { useGet } from '../api/hooks.ts';
import { movesThreads } from './moves-threads.ts';

/** How many threads hold something the person has not read, `undefined` until it is known; and a way to look again. */
export function useUnreadComments(): { count: number | undefined; recount: () => void } {
  const { data, mutate } = useGet(
    'listThreads',
    { query: { state: 'unread', itemsPerPage: 1, 'properties[]': 'unread' } },
    { isOldAfter: movesThreads },
  );
  return {
    count: data?.totalItems,
    recount: () => {
      // A count that failed is only an old one.
      mutate().catch(() => undefined);
    },
  };
}
