/**
 * Collects single items into batches: items that arrive while a batch is handled form the next one. A single
 * item is not delayed, and under load thousands share the cost of a batch.
 * @param options.handle handles a batch; it must report the result to the items' owners, and never reject.
 * @param options.most maximum items in a batch.
 * @param options.lanes batches that are handled at the same time.
 * @param options.patienceMs time after which a stuck batch no longer blocks its lane.
 */
export function createBatcher<Item>(options: {
  handle: (items: Item[]) => Promise<void>;
  most: number;
  lanes?: number;
  patienceMs?: number;
}): (item: Item) => void {
  const { handle, most, lanes = 1, patienceMs = null } = options;
  let waiting: Item[] = [];
  let running = 0;

  const run = async () => {
    while (waiting.length > 0) {
      const items = waiting.slice(0, most);
      waiting = waiting.slice(most);
      const handled = handle(items);
      await (patienceMs === null ? handled : endOrPatience(handled, patienceMs));
    }
    running -= 1;
  };

  return (item) => {
    waiting.push(item);
    if (running < lanes) {
      running += 1;
      // Items of the same turn of the event loop share a batch.
      setImmediate(run);
    }
  };
}

async function endOrPatience(handled: Promise<void>, patienceMs: number): Promise<void> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([handled, patience]);
  clearTimeout(timer);
}
