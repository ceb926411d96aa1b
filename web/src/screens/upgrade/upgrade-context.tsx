import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { LatePart } from '../../components/feedback/late-part.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';

const UpgradeModal = lazyComponent<{ onClose: () => void }>(
  async () => (await import('./upgrade-modal.tsx')).UpgradeModal,
);

const UpgradeContext = createContext<(() => void) | null>(null);

/** Lets everything below it show the plans over the page it stands on. */
export function UpgradeProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => setIsOpen(true), []);
  return (
    <UpgradeContext value={open}>
      {children}
      {isOpen && (
        <LatePart>
          <UpgradeModal onClose={() => setIsOpen(false)} />
        </LatePart>
      )}
    </UpgradeContext>
  );
}

/** Shows the plans for the workspace in use; its owner's to call. @throws outside of `UpgradeProvider` */
export function useUpgrade(): () => void {
  const open = use(UpgradeContext);
  if (open === null) {
    throw new Error('useUpgrade needs an UpgradeProvider above it');
  }
  return open;
}
