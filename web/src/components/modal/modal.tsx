import { lazyPart } from '../lazy-part.tsx';

/** Asks for confirmation of an irreversible action. Its code is fetched on first use; it is open while rendered. */
export const Confirm = lazyPart(async () => (await import('./confirm-content.tsx')).ConfirmContent, {
  isAhead: true,
});

/** A modal dialog. Its code is fetched on first use; it is open while rendered. */
export const Modal = lazyPart(async () => (await import('./modal-content.tsx')).ModalContent, {
  isAhead: true,
});
