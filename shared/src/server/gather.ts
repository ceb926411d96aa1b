/**
 * Gathers single items into lots: what comes while one lot is handled makes up the next. An item that comes alone waits for
 * nothing, and under load thousands share what a lot costs.
 * @param options.handle takes care of a lot; it must tell the items' owners how it went, and never reject.
 * @param options.most items in a lot.
 * @param options.lanes lots that are handled at the same time.
 * @param options.patienceMs after which a lot that is stuck no longer holds up its lane.
 */
export function gather<Item>(options: {
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
      // Whatever else this turn of the loop brings goes together.
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
