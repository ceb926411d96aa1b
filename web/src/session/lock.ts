/**
 * Runs one holder of a name at a time over all tabs. Web Locks are missing on plain http addresses, such as
 * one on the local network; there the lock holds for this tab alone, which the server's leeway for refresh
 * tokens allows for.
 */
export function withLock<Result>(
  name: string,
  run: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  if (navigator.locks !== undefined) {
    return navigator.locks.request(name, { signal: signal ?? new AbortController().signal }, run);
  }
  const before = localTails.get(name) ?? Promise.resolve();
  const result = before.then(run);
  localTails.set(
    name,
    result.then(
      () => undefined,
      () => undefined,
    ),
  );
  return result;
}

const localTails = new Map<string, Promise<void>>();
