import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';

/** A thread of visitors: its first comment, its replies, and its number in the scene. */
export type VisitorThread = { number: number; first: VisitorComment; answers: readonly VisitorComment[] };

/** Groups a sorted list, oldest first, into threads. Replies to a deleted thread are dropped. */
export function threadsOf(comments: readonly VisitorComment[]): VisitorThread[] {
  const answers = Map.groupBy(comments, ({ parent }) => parent);
  return (answers.get(null) ?? []).map((first, i) => ({
    number: i + 1,
    first,
    answers: answers.get(first.uuid) ?? [],
  }));
}
