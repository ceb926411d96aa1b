import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';

/** A short message in the corner, with at most one action, such as Undo. */
type ToastMessage = {
  kind: 'info' | 'success' | 'warning' | 'error';
  text: string;
  action?: { label: string; onSelect: () => void };
};
export type Toast = ToastMessage & { id: number };

/** Limit of visible toasts; the oldest are removed. */
const MAX_TOASTS = 3;

const ToastContext = createContext<((message: ToastMessage) => void) | null>(null);

const LazyToaster = lazyPart(async () => (await import('./toaster-content.tsx')).ToasterContent, {
  isAhead: true,
});

/** Enables toasts for its children; their code is fetched with the first one. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const nextId = useRef(1);
  const [toasts, setToasts] = useState<readonly Toast[] | null>(null);
  const show = useCallback((message: ToastMessage) => {
    const toast = { ...message, id: nextId.current++ };
    setToasts((before) => [...(before ?? []), toast].slice(-MAX_TOASTS));
  }, []);
  const dismiss = (id: number) => setToasts((before) => before?.filter((toast) => toast.id !== id) ?? before);
  return (
    <ToastContext value={show}>
      {children}
      {toasts !== null && <LazyToaster toasts={toasts} onDismiss={dismiss} />}
    </ToastContext>
  );
}

/** Shows a toast. @throws outside of `ToastProvider` */
export function useToast(): (message: ToastMessage) => void {
  const show = use(ToastContext);
  if (show === null) {
    throw new Error('useToast needs a ToastProvider above it');
  }
  return show;
}
