import { fetchPublicScene, type SceneAnswer } from './public-scene.ts';
import { unlockHeaders } from './unlock-token.ts';
import { visitorUrl } from './visitor-url.ts';

/** How often it is asked whether a scene may still be looked at, while its page is in front. */
const LOOK_MS = 60_000;

/** What a visitor is told of a link that was open before. */
export type ClosedAnswer = Exclude<SceneAnswer, { state: 'open' | 'unreachable' }>;

/**
 * Looks now and then whether a link that was open still is, until `signal` ends it.
 * @param onClosed - it is open no more, for this reason; told once
 * @returns what looks at once, for whoever was refused something
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
  // Never rejects: that nobody answers says nothing about the link.
  const lookInFront = () => void (document.hidden || signal.aborted || look());
  const timer = setInterval(lookInFront, LOOK_MS);
  document.addEventListener('visibilitychange', lookInFront);
  const end = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookInFront);
  };
  signal.addEventListener('abort', end);
  return () => void look();
}

/** Whether a scene may be looked at, without its content; true as well where nobody answers. */
async function isOpen(uuid: string): Promise<boolean> {
  try {
    const headers = { accept: 'application/json', ...unlockHeaders(uuid) };
    const { status } = await fetch(visitorUrl('scene', uuid), { method: 'HEAD', headers, cache: 'no-store' });
    return status < 400 || status >= 500;
  } catch {
    return true;
  }
}
