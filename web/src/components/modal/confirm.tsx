import { LazyBoundary } from '../feedback/lazy-boundary.tsx';
import { lazyComponent } from '../lazy-component.ts';
import type { ConfirmProps } from './confirm-content.tsx';

const LazyConfirm = lazyComponent<ConfirmProps>(
  async () => (await import('./confirm-content.tsx')).ConfirmContent,
  { isAhead: true },
);

/** Asks for confirmation of an irreversible action. Its code is fetched on first use; it is open while rendered. */
export function Confirm(props: ConfirmProps) {
  return (
    <LazyBoundary>
      <LazyConfirm {...props} />
    </LazyBoundary>
  );
}
