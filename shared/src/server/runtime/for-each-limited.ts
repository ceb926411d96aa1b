/**
 * Runs `act` for each item, at most `limit` at the same time. Starts no further item after a failure.
 * @throws the first error of `act`, once the running ones have ended.
 */
export async function forEachLimited<Item>(
  items: Iterable<Item>,
  limit: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const rest = Iterator.from(items);
  let failure: { error: unknown } | null = null;
  const run = async () => {
    for (let next = rest.next(); failure === null && !next.done; next = rest.next()) {
      try {
        await act(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, run));
  const failed = failure as { error: unknown } | null;
  if (failed) {
    throw failed.error;
  }
}
