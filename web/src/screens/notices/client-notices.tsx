import { useEffect, useEffectEvent, useState } from 'react';
import type { ClientNotice } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-errors.ts';
import type { QuotaKind } from './quota-dialog.ts';

/** A refused quota, and the scene of the call, if any. */
type Refusal = { kind: QuotaKind; scene: string | null };

const QuotaModal = lazyPart(async () => (await import('./quota-modal.tsx')).QuotaModal);

/** Shows call failures that concern the whole application: quotas, rules, the end of the session. */
export function ClientNotices() {
  const { client } = useApi();
  const toast = useToast();
  const errorText = useErrorText();
  // One at a time, as a second one would have the same text.
  const [quota, setQuota] = useState<Refusal | null>(null);

  const handleNotice = useEffectEvent(({ kind, error, scene }: ClientNotice) => {
    switch (kind) {
      case 'ended':
        // The guard has redirected to login, which shows the reason.
        break;
      case 'refused':
        toast({ kind: 'warning', text: errorText(error) });
        break;
      case 'limit':
        setQuota(
          (shown) => shown ?? { kind: error.code === 'workspaces.limit' ? 'workspaces' : 'scenes', scene },
        );
        break;
      default:
        setQuota((shown) => shown ?? { kind, scene });
    }
  });
  useEffect(() => client.onNotice((notice) => handleNotice(notice)), [client]);

  return quota !== null && <QuotaModal {...quota} onClose={() => setQuota(null)} />;
}
