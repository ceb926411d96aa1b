import { visitorUrl } from './visitor-url.ts';

/** Period over which clients spread their requests after a common event. */
const SPREAD_MS = 2_000;

/** Delay before a refused stream is reopened; each further refusal doubles it, up to the longest. */
const RETRY_MS = { first: 5_000, longest: 120_000 } as const;

/**
 * Events of a scene: its link or publication changed (`changed`); there are new comments (`comments`). The stream was
 * refused (`refused`), or interrupted for a while (`missed`).
 */
export type LinkEvent = 'changed' | 'comments' | 'refused' | 'missed';

/**
 * Calls `onEvent` soon after each event of a scene, until `signal` aborts. The stream is open only while the page is
 * visible, because a browser has few connections per origin. After a refusal, as by a starting server's proxy or in a
 * network with too many streams, it is retried with growing delays.
 */
export function subscribeToLink(uuid: string, onEvent: (what: LinkEvent) => void, signal: AbortSignal): void {
  let stream: EventSource | null = null;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let retryMs: number = RETRY_MS.first;
  let hasMissed = false;
  const timers = new Map<LinkEvent, ReturnType<typeof setTimeout>>();
  const emitSoon = (what: LinkEvent) => {
    clearTimeout(timers.get(what));
    timers.set(
      what,
      setTimeout(() => onEvent(what), Math.random() * SPREAD_MS),
    );
  };
  const close = () => {
    clearTimeout(reopening);
    stream?.close();
    stream = null;
  };
  const handleError = () => {
    hasMissed = true;
    // The browser reopens a broken stream, but not one with another answer.
    if (stream?.readyState === EventSource.CLOSED) {
      emitSoon('refused');
      reopening = setTimeout(open, retryMs * (0.5 + Math.random() / 2));
      retryMs = Math.min(2 * retryMs, RETRY_MS.longest);
    }
  };
  const open = () => {
    stream = new EventSource(visitorUrl('watch', uuid));
    stream.addEventListener('changed', () => emitSoon('changed'));
    stream.addEventListener('comments', () => emitSoon('comments'));
    stream.addEventListener('error', handleError);
    stream.addEventListener('open', () => {
      retryMs = RETRY_MS.first;
      if (hasMissed) {
        hasMissed = false;
        emitSoon('missed');
      }
    });
  };
  const followFront = () => {
    if (document.hidden) {
      hasMissed = true;
      close();
    } else if (!stream) {
      open();
    }
  };
  followFront();
  document.addEventListener('visibilitychange', followFront, { signal });
  signal.addEventListener('abort', () => {
    for (const timer of timers.values()) {
      clearTimeout(timer);
    }
    close();
  });
}
