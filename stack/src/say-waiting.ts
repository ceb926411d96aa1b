/** Longest silence of the start, in milliseconds: people take a silent command for one that hangs. */
const SILENCE_MS = 5_000;

/**
 * Logs a line every five seconds until a part has started.
 * @param since when all of the start began, as returned by `Date.now()`.
 * @returns the value of `work`.
 */
export async function sayWaiting<T>(
  say: (line: string) => void,
  { what, since }: { what: () => string; since: number },
  work: Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    say(`still starting after ${Math.round((Date.now() - since) / 1_000)} s: ${what()}`);
  }, SILENCE_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
