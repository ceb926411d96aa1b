import { type ComponentType, Suspense } from 'react';
import { Skeleton } from '../feedback/skeleton.tsx';

/** Content of a tab, fetched when it is first shown; `content` is a lazy component. */
export function LazyPanel({ content: Content }: { content: ComponentType }) {
  return (
    <div className="pt-6">
      <Suspense fallback={<Skeleton height="12rem" />}>
        <Content />
      </Suspense>
    </div>
  );
}
