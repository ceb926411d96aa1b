import { LatePart } from '../feedback/late-part.tsx';
import { lazyComponent } from '../lazy-component.ts';
import type { ConfirmProps } from './confirm-content.tsx';

const LazyConfirm = lazyComponent<ConfirmProps>(
  async () => (await import('./confirm-content.tsx')).ConfirmContent,
);

/** Asks before something that cannot be undone, fetched when first used. Draw it to open it. */
export function Confirm(props: ConfirmProps) {
  return (
    <LatePart>
      <LazyConfirm {...props} />
    </LatePart>
  );
}
