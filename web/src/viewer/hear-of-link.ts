import { visitorUrl } from './visitor-url.ts';

/** All who are told at the same moment ask within this time. */
const SPREAD_MS = 2_000;

/**
 * Calls `onChanged` soon after the link of a scene has become another one, until `signal` ends it. It is heard over a stream
 * that stands while the page is in front: a browser has few connections for all pages of one origin. Where there is none,
 * such as in a network with too many of them, nothing is heard.
 */
export function hearOfLink(uuid: string, onChanged: () => void, signal: AbortSignal): void {
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handleChanged = () => {
    clearTimeout(timer);
    timer = setTimeout(onChanged, Math.random() * SPREAD_MS);
  };
  const close = () => {
    stream?.close();
    stream = null;
  };
  const followFront = () => {
    if (document.hidden) {
      close();
    } else if (!stream) {
      stream = new EventSource(visitorUrl('watch', uuid));
      stream.addEventListener('changed', handleChanged);
    }
  };
  followFront();
  document.addEventListener('visibilitychange', followFront, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    close();
  });
}
