import type { VisitKind } from '@diorama/shared/contract/visits.ts';
import { unlockHeaders } from './unlock-token.ts';
import { visitorUrl } from './visitor-url.ts';

/** The longest time that is told of at once, in seconds. */
const MOST_SECONDS = 3_600;

/** One try to see a scene in a room may need several doors, as browsers refuse some; within this time it is one, in milliseconds. */
const AR_TRY_MS = 60_000;

/** Tells what a visitor does with a scene, so that it can be counted; nothing of who they are. */
export type VisitCounter = { count(kind: VisitKind): void };

/** Counts this visit, and the time for which the page is looked at until `signal` ends it. */
export function startVisit(uuid: string, arrival: 'view' | 'embed', signal: AbortSignal): VisitCounter {
  const send = (kind: VisitKind, seconds = 0) => {
    fetch(visitorUrl('visits', uuid), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...unlockHeaders(uuid) },
      body: JSON.stringify({ kind, seconds }),
      // Outlives the page, which is when the time is known.
      keepalive: true,
    }).catch(() => undefined);
  };
  let since = document.hidden ? null : performance.now();
  const tellTime = () => {
    const seconds = since === null ? 0 : Math.round((performance.now() - since) / 1_000);
    since = null;
    if (seconds > 0) {
      send('time', Math.min(seconds, MOST_SECONDS));
    }
  };
  const follow = () => {
    if (document.hidden) {
      tellTime();
    } else {
      since ??= performance.now();
    }
  };
  document.addEventListener('visibilitychange', follow, { signal });
  window.addEventListener('pagehide', tellTime, { signal });
  send(arrival);
  let triedAr = Number.NEGATIVE_INFINITY;
  const countAr = () => {
    const now = performance.now();
    if (now - triedAr > AR_TRY_MS) {
      send('ar');
    }
    triedAr = now;
  };
  return { count: (kind) => (kind === 'ar' ? countAr() : send(kind)) };
}
