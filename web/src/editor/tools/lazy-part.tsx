import { Suspense, useMemo } from 'react';
import { lazyComponent } from '../../components/lazy-component.ts';
import type { ToolPart } from './define-tool.ts';

/** A part of a tool, once it has been fetched. */
export function LazyPart({ load }: { load: ToolPart }) {
  const Part = useMemo(() => lazyComponent(load), [load]);
  return (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  );
}
