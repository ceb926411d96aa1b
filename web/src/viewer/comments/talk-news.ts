import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import { listComments } from './comment-calls.ts';

/** How often it is looked for what others have said while nobody reads it. */
const LOOK_MS = 60_000;

/**
 * Tells how much was said about a scene since this browser read it last, now and while the page is in front, until `signal`
 * ends it. Who has never looked at the scene is told of nothing that was there before.
 */
export function watchTalk(uuid: string, onNews: (count: number) => void, signal: AbortSignal): void {
  const look = async () => {
    // Never rejects: what cannot be read now is read next time.
    const answer = await listComments(uuid);
    if (signal.aborted || !('value' in answer)) {
      return;
    }
    const read = readUntil(uuid);
    if (read === null) {
      markRead(uuid, answer.value);
    } else {
      onNews(answer.value.filter(({ createdAt }) => createdAt > read).length);
    }
  };
  const lookInFront = () => void (document.hidden || look());
  const timer = setInterval(lookInFront, LOOK_MS);
  document.addEventListener('visibilitychange', lookInFront, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
  lookInFront();
}

/** Says that the visitor has seen all of this; what was seen before stays so, as answers may overtake each other. */
export function markRead(uuid: string, comments: readonly VisitorComment[]): void {
  const moments = comments.map(({ createdAt }) => createdAt);
  const newest = [readUntil(uuid) ?? '', ...moments].sort().at(-1) ?? '';
  try {
    localStorage.setItem(keyOf(uuid), newest);
  } catch {
    // A browser that keeps nothing is told of nothing new.
  }
}

/** The moment up to which all was read, '' for nothing; null for who has never looked. */
function readUntil(uuid: string): string | null {
  try {
    return localStorage.getItem(keyOf(uuid));
  } catch {
    return null;
  }
}

function keyOf(uuid: string): string {
  return `diorama.talk.${uuid}`;
}
