/**
 * Resolves when work is done, after `ms`, or on abort, at the first of these.
 * @throws the error of the work before that.
 */
export async function settleWithTimeout(work: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  signal.addEventListener('abort', () => late.resolve(), { once: true });
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
