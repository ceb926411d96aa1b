/**
 * Returns a signal that is aborted when this process should end.
 * That is on a signal of the system, and when its parent or its terminal has ended.
 * The reason is an Error that names the cause.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController();
  const stop = (cause: string) => controller.abort(new Error(cause));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, stop);
  }
  // The terminal or the npm process that started this one has ended.
  process.on('disconnect', () => stop('the end of its parent'));
  process.stdout.on('error', () => stop('the end of its terminal'));
  return controller.signal;
}

/**
 * Starts work and waits for it.
 * @throws the reason of the signal as soon as it is aborted; the work goes on
 */
export async function untilAborted<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([start(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
