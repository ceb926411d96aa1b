/** How often it is looked whether the server can be reached again, in milliseconds. */
const LOOK_MS = 1_000;

/**
 * Fetches code that a page needs only now. It is not asked for while nobody answers, as a browser keeps in mind for as long
 * as a page is open that a module could not be had: what a person can do without it goes on meanwhile, such as edits
 * without a connection. What was lost all the same is asked for once more.
 * @throws what `load` did then: another release may be there by now, and only a page that is loaded anew knows its files
 */
export async function fetchCode<Code>(
  load: () => Promise<Code>,
  { isReachable = isServerReachable, wait = sleep } = {},
): Promise<Code> {
  const untilReachable = async () => {
    while (!isReachable()) {
      await wait(LOOK_MS);
    }
  };
  await untilReachable();
  try {
    return await load();
  } catch {
    // By then it is known whether the connection was lost.
    await wait(LOOK_MS);
    await untilReachable();
    return await load();
  }
}

/** Whether neither the browser nor the app, which marks its page, has found the server out of reach. */
export function isServerReachable(): boolean {
  const { document } = globalThis;
  return navigator.onLine !== false && !document?.documentElement.hasAttribute('data-offline');
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
