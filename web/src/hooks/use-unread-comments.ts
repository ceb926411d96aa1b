import { useGet } from '../api/hooks.ts';
import { movesThreads } from './moves-threads.ts';

/**
 * Number of threads with something the person has not read, `undefined` until it is known; 100 stands for 100 or more.
 * `recount` asks for it again.
 */
export function useUnreadComments(): { count: number | undefined; recount: () => void } {
  const { data, mutate } = useGet('countUnread', { query: {} }, { isOldAfter: movesThreads });
  return {
    count: data?.threads,
    recount: () => {
      // A count that failed is only an old one.
      mutate().catch(() => undefined);
    },
  };
}
