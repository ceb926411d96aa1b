import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { fetchCode } from '../../fetch-code.ts';
import type { ToolPart } from './define-tool.ts';

type Fetched = { load: ToolPart; Part: ComponentType };

/** A part of a tool, once it has been fetched. What cannot be is thrown while drawing, for whoever catches errors. */
export function LazyPart({ load }: { load: ToolPart }) {
  const [fetched, setFetched] = useState<Fetched | null>(null);
  // React keeps a fallback for a third of a second, in which handles would be held without being seen.
  useEffect(() => {
    let isWanted = true;
    fetchCode(load).then(
      (Part) => {
        if (isWanted) {
          setFetched({ load, Part });
        }
      },
      (error: unknown) => {
        setFetched(() => {
          throw error;
        });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  return (
    fetched?.load === load && (
      // Its words may still be on their way, for which nothing else is to disappear.
      <Suspense fallback={null}>
        <fetched.Part />
      </Suspense>
    )
  );
}
