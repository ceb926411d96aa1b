/** First comment of a thread with its replies, oldest first. */
export type GroupedThread<Item> = { first: Item; replies: readonly Item[] };

/**
 * Groups comments, oldest first, into threads. Replies to deleted comments are left out.
 * @param idOf - returns the id by which replies name their thread
 */
export function groupThreads<Item extends { parent: string | null }>(
  comments: readonly Item[],
  idOf: (comment: Item) => string,
): GroupedThread<Item>[] {
  const replies = Map.groupBy(comments, ({ parent }) => parent);
  return (replies.get(null) ?? []).map((first) => ({ first, replies: replies.get(idOf(first)) ?? [] }));
}
