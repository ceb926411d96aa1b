import type { VisitKind } from '@diorama/shared/contract/visits.ts';
import { useEffect, useRef } from 'react';
import type { VisitCounter } from './visit-counter.ts';

/** Counts this visit of a page, and gives what counts the rest that is done on it; null for a page that is not visited. */
export function useVisit(uuid: string | null): (kind: VisitKind) => void {
  const counter = useRef<VisitCounter | null>(null);

  useEffect(() => {
    if (uuid === null) {
      return;
    }
    const visit = new AbortController();
    import('./visit-counter.ts').then(
      ({ startVisit }) => {
        if (!visit.signal.aborted) {
          counter.current = startVisit(uuid, 'view', visit.signal);
        }
      },
      // A visit that is not counted is a visit all the same.
      () => undefined,
    );
    return () => visit.abort();
  }, [uuid]);

  return (kind) => counter.current?.count(kind);
}
