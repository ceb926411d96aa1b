import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { fetchCode } from '../../fetch-code.ts';
import type { ToolPart } from './define-tool.ts';

type Fetched = { load: ToolPart; Part: ComponentType };

/** Lazily loaded part of a tool. A load error is thrown while rendering, for the error boundary. */
export function LazyPart({ load }: { load: ToolPart }) {
  const [fetched, setFetched] = useState<Fetched | null>(null);
  // React shows a fallback for at least 300 ms, during which invisible handles would react.
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
      // Waits for its translations without hiding other parts.
      <Suspense fallback={null}>
        <fetched.Part />
      </Suspense>
    )
  );
}
