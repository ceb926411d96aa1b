import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';

/** A thread of visitors: what was said first, what was answered, and its number in the scene. */
export type VisitorThread = { number: number; first: VisitorComment; answers: readonly VisitorComment[] };

/** The threads of a list that is in order, the oldest first. An answer whose thread is gone belongs to none. */
export function threadsOf(comments: readonly VisitorComment[]): VisitorThread[] {
  const answers = Map.groupBy(comments, ({ parent }) => parent);
  return (answers.get(null) ?? []).map((first, i) => ({
    number: i + 1,
    first,
    answers: answers.get(first.uuid) ?? [],
  }));
}
