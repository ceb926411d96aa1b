import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { useT } from '../../hooks/use-language.tsx';

/** Asks the owner of a scene's workspace by mail to free space; the server sends one mail a day. */
export function NotifyOwner({ scene, onDone }: { scene: string; onDone: () => void }) {
  const t = useT();
  const toast = useToast();
  const showError = useErrorToast();
  const { client } = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const handleClick = async () => {
    setIsAsking(true);
    try {
      const { isNotified } = await client.call('notifyOverflow', { params: { id: scene } });
      toast({ kind: 'success', text: t(isNotified ? 'notice.notified' : 'notice.notifiedBefore') });
      onDone();
    } catch (error) {
      showError(error);
      setIsAsking(false);
    }
  };
  return (
    <NetworkButton variant="primary" disabled={isAsking} onClick={() => void handleClick()}>
      {t('notice.notify')}
    </NetworkButton>
  );
}
