/**
 * Resolves when work is done, after so many milliseconds, or when it is given up: whatever comes first.
 * @throws what the work throws before that.
 */
export async function settledWithin(work: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  signal.addEventListener('abort', () => late.resolve(), { once: true });
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
