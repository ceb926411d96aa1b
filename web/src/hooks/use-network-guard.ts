import { useToast } from '../components/toast/toast.tsx';
import { useIsOnline } from './use-is-online.ts';
import { useT } from './use-language.tsx';

/**
 * Guard of controls whose action needs the server. While the server is unreachable, `reason` is the text for disabled
 * controls, and `refuse` cancels an event and shows that text.
 */
export function useNetworkGuard(): {
  reason: string | null;
  refuse: (event: { preventDefault: () => void }) => void;
} {
  const t = useT();
  const toast = useToast();
  const isOnline = useIsOnline();
  const text = t('offline.action');
  return {
    reason: isOnline ? null : text,
    refuse: (event) => {
      event.preventDefault();
      toast({ kind: 'error', text });
    },
  };
}
