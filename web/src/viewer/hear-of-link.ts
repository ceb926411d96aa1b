import { visitorUrl } from './visitor-url.ts';

/** All who are told at the same moment ask within this time. */
const SPREAD_MS = 2_000;

/** How long after a refusal a stream is asked for again; each further one doubles it, up to the longest. */
const RETRY_MS = { first: 5_000, longest: 120_000 } as const;

/**
 * What was heard of a scene: its link, or what was published, has become another one (`changed`); visitors have something new to
 * read (`comments`); nothing could be heard (`refused`), or was heard for a while (`missed`).
 */
export type Heard = 'changed' | 'comments' | 'refused' | 'missed';

/**
 * Calls `onHeard` soon after something is heard of a scene, until `signal` ends it. It is heard over a stream that stands while
 * the page is in front: a browser has few connections for all pages of one origin. Where it is refused, such as by a proxy whose
 * server starts, or in a network with too many of them, the stream is asked for again ever more seldom.
 */
export function hearOfLink(uuid: string, onHeard: (what: Heard) => void, signal: AbortSignal): void {
  let stream: EventSource | null = null;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let retryMs: number = RETRY_MS.first;
  let hasMissed = false;
  const telling = new Map<Heard, ReturnType<typeof setTimeout>>();
  const tellSoon = (what: Heard) => {
    clearTimeout(telling.get(what));
    telling.set(
      what,
      setTimeout(() => onHeard(what), Math.random() * SPREAD_MS),
    );
  };
  const close = () => {
    clearTimeout(reopening);
    stream?.close();
    stream = null;
  };
  const handleError = () => {
    hasMissed = true;
    // A stream that was broken off is opened again by the browser; one that was answered otherwise is not.
    if (stream?.readyState === EventSource.CLOSED) {
      tellSoon('refused');
      reopening = setTimeout(open, retryMs * (0.5 + Math.random() / 2));
      retryMs = Math.min(2 * retryMs, RETRY_MS.longest);
    }
  };
  const open = () => {
    stream = new EventSource(visitorUrl('watch', uuid));
    stream.addEventListener('changed', () => tellSoon('changed'));
    stream.addEventListener('comments', () => tellSoon('comments'));
    stream.addEventListener('error', handleError);
    stream.addEventListener('open', () => {
      retryMs = RETRY_MS.first;
      if (hasMissed) {
        hasMissed = false;
        tellSoon('missed');
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
    for (const timer of telling.values()) {
      clearTimeout(timer);
    }
    close();
  });
}
