import { useEffect, useEffectEvent, useRef } from 'react';
import { hearOfLink } from './hear-of-link.ts';
import { type ClosedAnswer, watchLink } from './watch-link.ts';

/**
 * Hears when the link of a scene is closed while somebody looks, and when something else has been published.
 * @param uuid - null where there is no link
 * @returns what looks at once, for whoever was refused something
 */
export function useWatchedLink(
  uuid: string | null,
  { onClosed, onPublished }: { onClosed: (answer: ClosedAnswer) => void; onPublished: () => void },
): () => void {
  const look = useRef<() => void>(() => undefined);
  const handleClosed = useEffectEvent(onClosed);
  const handlePublished = useEffectEvent(onPublished);
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
    const handleHeard = (what: 'changed' | 'refused') => {
      look.current();
      if (what === 'changed') {
        handlePublished();
      }
    };
    hearOfLink(uuid, handleHeard, watch.signal);
    return () => watch.abort();
  }, [uuid]);
  return () => look.current();
}
