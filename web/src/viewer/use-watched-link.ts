import { useEffect, useEffectEvent, useRef } from 'react';
import { type LinkEvent, subscribeToLink } from './link-events.ts';
import { type ClosedAnswer, watchLink } from './watch-link.ts';

/**
 * Watches a scene's link: reports its closing, a new publication, and new comments.
 * @param uuid - null where there is no link
 * @returns a function that checks at once, for use after a refusal
 */
export function useWatchedLink(
  uuid: string | null,
  {
    onClosed,
    onPublished,
    onComments,
  }: { onClosed: (answer: ClosedAnswer) => void; onPublished: () => void; onComments: () => void },
): () => void {
  const look = useRef<() => void>(() => undefined);
  const handleClosed = useEffectEvent(onClosed);
  const handlePublished = useEffectEvent(onPublished);
  const handleComments = useEffectEvent(onComments);
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
    const handleEvent = (what: LinkEvent) => {
      if (what !== 'comments') {
        look.current();
      }
      if (what === 'changed' || what === 'missed') {
        handlePublished();
      }
      if (what === 'comments' || what === 'missed') {
        handleComments();
      }
    };
    subscribeToLink(uuid, handleEvent, watch.signal);
    return () => watch.abort();
  }, [uuid]);
  return () => look.current();
}
