/** How long to wait before code is asked for again, in milliseconds; each time longer. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 10_000] as const;
/** So often in a row the server must answer without having the code, before that is believed. */
const ENOUGH = 2;

/**
 * Fetches code that a page needs only now, and goes on trying while nobody answers: what a person can do without it
 * goes on meanwhile, such as edits without a connection.
 * @throws what `load` did, once the server answers and still does not have it: another release is there by now, and only
 *   a page that is loaded anew knows its files
 */
export async function fetchCode<Code>(
  load: () => Promise<Code>,
  { isAnswering = askServer, wait = sleep }: { isAnswering?: typeof askServer; wait?: typeof sleep } = {},
): Promise<Code> {
  let answered = 0;
  for (let tries = 0; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      answered = (await isAnswering()) ? answered + 1 : 0;
      if (answered >= ENOUGH) {
        throw error;
      }
      await wait(WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0);
    }
  }
}

async function askServer(): Promise<boolean> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
