import { LazyBoundary } from '../feedback/lazy-boundary.tsx';
import { lazyComponent } from '../lazy-component.ts';
import type { ConfirmProps } from './confirm-content.tsx';
import type { ModalProps } from './modal-content.tsx';

const loadModal = async () => (await import('./modal-content.tsx')).ModalContent;

const LazyModal = lazyComponent<ModalProps>(loadModal, { isAhead: true });

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

/** A modal dialog. Its code is fetched on first use; it is open while rendered. */
export function Modal(props: ModalProps) {
  return (
    <LazyBoundary>
      <LazyModal {...props} />
    </LazyBoundary>
  );
}
