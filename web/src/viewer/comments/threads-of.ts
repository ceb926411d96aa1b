import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import { type GroupedThread, groupThreads } from '../../comments/group-threads.ts';

/** A thread of visitors, and its number in the scene. */
export type VisitorThread = GroupedThread<VisitorComment> & { number: number };

/** Threads of a list of comments, oldest first. */
export function threadsOf(comments: readonly VisitorComment[]): VisitorThread[] {
  return groupThreads(comments, ({ uuid }) => uuid).map((thread, i) => ({ number: i + 1, ...thread }));
}
