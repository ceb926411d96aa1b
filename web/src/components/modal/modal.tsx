import { LazyBoundary } from '../feedback/lazy-boundary.tsx';
import { lazyComponent } from '../lazy-component.ts';
import type { ModalProps } from './modal-content.tsx';

const loadModal = async () => (await import('./modal-content.tsx')).ModalContent;
const LazyModal = lazyComponent<ModalProps>(loadModal, { isAhead: true });

/** A modal dialog. Its code is fetched on first use; it is open while rendered. */
export function Modal(props: ModalProps) {
  return (
    <LazyBoundary>
      <LazyModal {...props} />
    </LazyBoundary>
  );
}
