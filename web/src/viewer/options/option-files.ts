import type { Chosen } from '@diorama/shared/scene/options/options.ts';
import type { PublicScene } from '../public-scene.ts';
import { unlockHeaders } from '../unlock-token.ts';
import { visitorUrl } from '../visitor-url.ts';
import type { NoFiles } from './ask-option-files.ts';

type Output = PublicScene['output'];

/** Wait before files are requested, in milliseconds: visitors try several choices in a row. */
const SETTLED_MS = 600;
const ASK_AGAIN_MS = 1_000;
/** Longest wait for files, in milliseconds. */
const PATIENCE_MS = 120_000;

/** Requests the AR files of a combination, and waits until they are made. */
export async function fetchOptionFiles(
  uuid: string,
  chosen: Chosen,
  signal: AbortSignal,
): Promise<Output | NoFiles> {
  const body = JSON.stringify({ choices: Object.fromEntries(chosen) });
  const headers = { 'Content-Type': 'application/json', ...unlockHeaders(uuid) };
  const end = Date.now() + PATIENCE_MS;
  try {
    await delay(SETTLED_MS);
    while (Date.now() < end && !signal.aborted) {
      const response = await fetch(visitorUrl('optionFiles', uuid), {
        method: 'POST',
        body,
        headers,
        signal,
      });
      const isBusy = response.status === 429 || response.status === 503;
      if (!response.ok && !isBusy) {
        return response.status < 500 ? 'unavailable' : 'late';
      }
      const { status = 'queued', glb, glbAr, usdz } = isBusy ? {} : await response.json();
      if (status !== 'queued') {
        return status === 'completed' ? { glb, glbMobile: null, glbAr, usdz, carousel: [] } : 'unavailable';
      }
      await delay(isBusy ? 5 * ASK_AGAIN_MS : ASK_AGAIN_MS);
    }
  } catch {
    // Without a connection there are no files for now.
  }
  return 'late';
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
