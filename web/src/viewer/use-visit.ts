import type { VisitKind } from '@diorama/shared/contract/visits.ts';
import { useEffect, useRef } from 'react';
import type { VisitCounter } from './visit-counter.ts';

/** Counts a visit of a page and returns a function that counts further events; null for a page without counting. */
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
      // A failure to count does not affect the visit.
      () => undefined,
    );
    return () => visit.abort();
  }, [uuid]);

  return (kind) => counter.current?.count(kind);
}
