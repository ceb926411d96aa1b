import type { CommentState } from '@diorama/shared/domain/comment-states.ts';
import { foldText } from '../../../kernels/fold-text.ts';
import type { Thread } from './comments.ts';

/** Sort orders of a thread list. */
export const THREAD_ORDERS = ['newest', 'oldest', 'author'] as const;
type ThreadOrder = (typeof THREAD_ORDERS)[number];

/** Filter of threads: state, and search text in comments or author names. */
export type ThreadQuery = { state: CommentState; search: string; order: ThreadOrder };
/** Unread threads that were shown, by first comment id; they stay listed while the list is open. */
export type RetainedThreads = ReadonlySet<string>;

/** Filters and sorts threads. `me` is the uuid of the current user. */
export function filterThreads(
  threads: readonly Thread[],
  { state, search, order, kept }: ThreadQuery & { kept?: RetainedThreads },
  me: string,
): Thread[] {
  const words = foldText(search.trim());
  return threads
    .filter((thread) => isIn(thread, state, me) || (state === 'unread' && kept?.has(thread.first.uuid)))
    .filter((thread) => words === '' || holds(thread, words))
    .toSorted(BY[order]);
}

function isIn(thread: Thread, state: CommentState, me: string): boolean {
  const { first, replies, unread } = thread;
  switch (state) {
    case 'open':
      return first.resolvedAt === null;
    case 'resolved':
      return first.resolvedAt !== null;
    case 'unread':
      return unread > 0;
    case 'mine':
      return [first, ...replies].some(
        ({ author, mentions }) => author?.uuid === me || mentions.some(({ uuid }) => uuid === me),
      );
  }
}

function holds({ first, replies }: Thread, words: string): boolean {
  return [first, ...replies].some(({ text, author, visitor }) =>
    foldText(`${author?.name ?? visitor ?? ''}\n${text}`).includes(words),
  );
}

/** Name of a thread's author, who may be a visitor. */
const sayerOf = ({ first }: Thread) => first.author?.name ?? first.visitor ?? '';
const byAge = (a: Thread, b: Thread) => a.number - b.number;
const BY: Record<ThreadOrder, (a: Thread, b: Thread) => number> = {
  newest: (a, b) => b.activeAt.localeCompare(a.activeAt) || byAge(b, a),
  oldest: byAge,
  author: (a, b) => sayerOf(a).localeCompare(sayerOf(b)) || byAge(a, b),
};
