import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';

const UpgradeModal = lazyComponent<{ onClose: () => void }>(
  async () => (await import('./upgrade-modal.tsx')).UpgradeModal,
);

const UpgradeContext = createContext<(() => void) | null>(null);

/** Lets its children show the plans over the current page. */
export function UpgradeProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => setIsOpen(true), []);
  return (
    <UpgradeContext value={open}>
      {children}
      {isOpen && (
        <LazyBoundary>
          <UpgradeModal onClose={() => setIsOpen(false)} />
        </LazyBoundary>
      )}
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
