import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import { readItem, storeItem } from '../browser-storage.ts';
import { fetchComments } from './comment-calls.ts';

/** Interval between requests for new comments while the panel is closed. */
const LOOK_MS = 60_000;

/**
 * Reports the number of comments since the visitor's last visit, at once and while the page is visible, until `signal`
 * aborts. On a first visit, earlier comments do not count.
 */
export function watchComments(uuid: string, onNews: (count: number) => void, signal: AbortSignal): void {
  const look = async () => {
    // Never rejects: a failed request is retried at the next interval.
    const answer = await fetchComments(uuid);
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
  const lookIfVisible = () => {
    if (!document.hidden) {
      void look();
    }
  };
  const timer = setInterval(lookIfVisible, LOOK_MS);
  document.addEventListener('visibilitychange', lookIfVisible, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
  lookIfVisible();
}

/** Marks comments as read; the time never goes back, as answers may arrive out of order. */
export function markRead(uuid: string, comments: readonly VisitorComment[]): void {
  const moments = comments.map(({ createdAt }) => createdAt);
  const newest = [readUntil(uuid) ?? '', ...moments].sort().at(-1) ?? '';
  // Without storage, no comment is shown as new.
  storeItem('localStorage', keyOf(uuid), newest);
}

/** Time up to which comments were read, '' for none; null before the first visit. */
function readUntil(uuid: string): string | null {
  return readItem('localStorage', keyOf(uuid));
}

function keyOf(uuid: string): string {
  return `diorama.talk.${uuid}`;
}
