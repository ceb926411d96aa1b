import { fetchPublicScene, type SceneAnswer } from './public-scene.ts';
import { unlockHeaders } from './unlock-token.ts';
import { visitorUrl } from './visitor-url.ts';

/** Interval between checks whether a scene is still accessible, while its page is visible. */
const LOOK_MS = 60_000;

/** Answer for a link that was open before. */
export type ClosedAnswer = Exclude<SceneAnswer, { state: 'open' | 'unreachable' }>;

/**
 * Checks regularly whether an open link still is, until `signal` aborts.
 * @param onClosed - called once with the reason when it is closed
 * @returns a function that checks at once, for use after a refusal
 */
export function watchLink(
  uuid: string,
  onClosed: (answer: ClosedAnswer) => void,
  signal: AbortSignal,
): () => void {
  const look = async () => {
    if (await isOpen(uuid)) {
      return;
    }
    const answer = await fetchPublicScene(uuid, 'reload');
    if (!signal.aborted && answer.state !== 'open' && answer.state !== 'unreachable') {
      end();
      onClosed(answer);
    }
  };
  // Never rejects: a failed request proves nothing about the link.
  const lookIfVisible = () => {
    if (!document.hidden && !signal.aborted) {
      void look();
    }
  };
  const timer = setInterval(lookIfVisible, LOOK_MS);
  document.addEventListener('visibilitychange', lookIfVisible);
  const end = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookIfVisible);
  };
  signal.addEventListener('abort', end);
  return () => void look();
}

/** Whether a scene is accessible, without loading its content; true also on a network failure. */
async function isOpen(uuid: string): Promise<boolean> {
  try {
    const headers = { accept: 'application/json', ...unlockHeaders(uuid) };
    const { status } = await fetch(visitorUrl('scene', uuid), { method: 'HEAD', headers, cache: 'no-store' });
    return status < 400 || status >= 500;
  } catch {
    return true;
  }
}
