import { useEffect, useEffectEvent, useRef } from 'react';
import { hearOfLink } from './hear-of-link.ts';
import { type ClosedAnswer, watchLink } from './watch-link.ts';

/**
 * Hears when the link of a scene is closed while somebody looks.
 * @param uuid - null where there is no link
 * @returns what looks at once, for whoever was refused something
 */
export function useWatchedLink(uuid: string | null, onClosed: (answer: ClosedAnswer) => void): () => void {
  const look = useRef<() => void>(() => undefined);
  const handleClosed = useEffectEvent(onClosed);
  useEffect(() => {
    if (uuid === null) {
      return;
    }
    const watch = new AbortController();
    const handleEnd = (answer: ClosedAnswer) => {
      watch.abort();
      handleClosed(answer);
    };
    look.current = watchLink(uuid, handleEnd, watch.signal);
    hearOfLink(uuid, look.current, watch.signal);
    return () => watch.abort();
  }, [uuid]);
  return () => look.current();
}
