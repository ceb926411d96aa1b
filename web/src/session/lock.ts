/**
 * Runs one holder of a name at a time across all tabs. Web Locks are missing on plain http addresses, such as
 * one on the local network. There the lock covers this tab only, which the server's leeway for refresh tokens allows.
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
