import { isLoopback } from '@diorama/shared/domain/loopback.ts';

/** Interval between checks whether the server can be reached, in milliseconds. */
const LOOK_MS = 1_000;

/**
 * Fetches code that is needed later than the page. The request waits while the server is unreachable, because a browser
 * caches a failed module for the life of the page. The rest of the page, such as offline edits, works meanwhile. A
 * failed fetch is retried once.
 * @throws the error of the last `load`; after a new release, only a reloaded page knows the new files
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
    // After this delay the browser has detected a lost connection.
    await wait(LOOK_MS);
    await untilReachable();
    return await load();
  }
}

/**
 * Whether neither the browser nor the app's marker on the page reports the server as unreachable. A server on this
 * machine needs no network.
 */
export function isServerReachable(): boolean {
  const { document, location } = globalThis;
  const hasNetwork = navigator.onLine !== false || isLoopback(location?.hostname ?? '');
  return hasNetwork && !document?.documentElement.hasAttribute('data-offline');
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
