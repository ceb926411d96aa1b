import type { VisitKind } from '@diorama/shared/contract/visits.ts';
import { unlockHeaders } from './unlock-token.ts';
import { visitorUrl } from './visitor-url.ts';

/** Limit of one reported duration, in seconds. */
const MAX_SECONDS = 3_600;

/** Time within which several AR attempts count as one, in milliseconds, as browsers may refuse some options. */
const AR_TRY_MS = 60_000;

/** Counts a visitor's events of a scene, without identifying the visitor. */
export type VisitCounter = { count(kind: VisitKind): void };

/** Counts this visit, and the page's visible time until `signal` aborts. */
export function startVisit(uuid: string, arrival: 'view' | 'embed', signal: AbortSignal): VisitCounter {
  const send = (kind: VisitKind, seconds = 0) => {
    fetch(visitorUrl('visits', uuid), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...unlockHeaders(uuid) },
      body: JSON.stringify({ kind, seconds }),
      // The request outlives the page, because the time is known only at its end.
      keepalive: true,
    }).catch(() => undefined);
  };
  let since = document.hidden ? null : performance.now();
  const sendTime = () => {
    const seconds = since === null ? 0 : Math.round((performance.now() - since) / 1_000);
    since = null;
    if (seconds > 0) {
      send('time', Math.min(seconds, MAX_SECONDS));
    }
  };
  const follow = () => {
    if (document.hidden) {
      sendTime();
    } else {
      since ??= performance.now();
    }
  };
  document.addEventListener('visibilitychange', follow, { signal });
  window.addEventListener('pagehide', sendTime, { signal });
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
