import type { ComponentType, ReactNode } from 'react';
import { LazyBoundary, type LazyBoundaryProps } from './feedback/lazy-boundary.tsx';
import { lazyComponent } from './lazy-component.ts';

/** A {@link lazyComponent} within a {@link LazyBoundary}. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { place, isAhead = false }: { place?: LazyBoundaryProps['place']; isAhead?: boolean } = {},
): (props: Props) => ReactNode {
  // React's type of a lazy component states its props by a condition, which a type parameter leaves open.
  const Part = lazyComponent(load, { isAhead }) as ComponentType<Props>;
  return (props) => (
    <LazyBoundary place={place}>
      <Part {...props} />
    </LazyBoundary>
  );
}
