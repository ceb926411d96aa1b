import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';

const UpgradeModal = lazyPart(async () => (await import('./upgrade-modal.tsx')).UpgradeModal);

const UpgradeContext = createContext<(() => void) | null>(null);

/** Lets its children show the plans over the current page. */
export function UpgradeProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => setIsOpen(true), []);
  return (
    <UpgradeContext value={open}>
      {children}
      {isOpen && <UpgradeModal onClose={() => setIsOpen(false)} />}
    </UpgradeContext>
  );
}

/**
 * Returns a function that shows the plans of the current workspace; only for its owner. @throws outside of
 * `UpgradeProvider`
 */
export function useUpgrade(): () => void {
  const open = use(UpgradeContext);
  if (open === null) {
    throw new Error('useUpgrade needs an UpgradeProvider above it');
  }
  return open;
}
