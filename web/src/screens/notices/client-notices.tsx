import { useEffect, useEffectEvent, useState } from 'react';
import type { ClientNotice } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccount } from '../../hooks/use-account.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useUser } from '../../hooks/use-user.ts';

type QuotaKind = Extract<ClientNotice['kind'], 'limit' | 'storage-full' | 'overflown'>;

/** Shows what a call failed with that concerns more than its caller: quotas, rules, the end of the session. */
export function ClientNotices() {
  const { client } = useApi();
  const t = useT();
  const toast = useToast();
  const errorText = useErrorText();
  // One at a time: a second of them would say the same.
  const [quota, setQuota] = useState<QuotaKind | null>(null);

  const handleNotice = useEffectEvent(({ kind, error }: ClientNotice) => {
    switch (kind) {
      case 'ended':
        // The guard leads to login by now, which says why.
        break;
      case 'refused':
        toast({ kind: 'warning', text: errorText(error) });
        break;
      default:
        setQuota((shown) => shown ?? kind);
    }
  });
  useEffect(() => client.onNotice((notice) => handleNotice(notice)), [client]);

  if (quota === null) {
    return null;
  }
  return <QuotaModal kind={quota} gotIt={t('notice.gotIt')} onClose={() => setQuota(null)} />;
}

function QuotaModal({ kind, gotIt, onClose }: { kind: QuotaKind; gotIt: string; onClose: () => void }) {
  const t = useT();
  const user = useUser();
  const { data: account } = useAccount();
  const isOwner = user !== null && account?.owner.uuid === user.uuid;
  const plan = account?.planPrice?.plan.displayName ?? account?.subscriptionTypeDescription ?? '';
  const texts: Record<QuotaKind, { title: string; text: string }> = {
    limit: {
      title: t('notice.limit.title'),
      text: t('notice.limit.text', { plan, max: account?.features.maxScenes ?? 0 }),
    },
    'storage-full': {
      title: t('notice.storage.title'),
      text: isOwner ? t('notice.storage.text') : t('notice.storage.guest'),
    },
    overflown: { title: t('notice.overflown.title'), text: t('notice.overflown.text') },
  };
  return (
    <Modal
      size="small"
      {...texts[kind]}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {gotIt}
        </Button>
      }
    />
  );
}
