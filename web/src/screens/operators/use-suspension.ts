import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { useState } from 'react';
import type { PagedList } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';

/** A workspace as in the operators' list answer. */
export type AccountItem = ResultOf<'listOperatorAccounts'>['member'][number];

type SuspensionChange = { isActive: true } | { isActive: false; reason: string };

/** Suspends and restores workspaces, each with a toast to undo it. */
export function useSuspension(list: PagedList<AccountItem>): {
  /** Uuid of the workspace that is being changed. */
  busy: string | null;
  setActive: (account: AccountItem, change: SuspensionChange) => Promise<void>;
} {
  const { t } = useTranslations('operators');
  const say = useT();
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const [busy, setBusy] = useState<string | null>(null);

  const setActive = async (account: AccountItem, change: SuspensionChange) => {
    const { uuid, name = '', suspensionReason } = account;
    const { isActive } = change;
    const before = isActive
      ? { isActive: false as const, reason: suspensionReason ?? '' }
      : { isActive: true as const };
    setBusy(uuid);
    try {
      await client.call('updateAccount', { params: { id: uuid }, body: bodyOf(change) });
      list.change((members) => members.map((one) => (one.uuid === uuid ? { ...one, isActive } : one)));
      toast({
        kind: 'success',
        text: t(isActive ? 'suspend.undone' : 'suspend.done', { name }),
        action: {
          label: say('common.undo'),
          onSelect: () => {
            setActive(account, before);
          },
        },
      });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(null);
      list.reload();
    }
  };
  return { busy, setActive };
}

/** A suspension that had no reason gets none when it is undone. */
function bodyOf(change: SuspensionChange) {
  const { isActive } = change;
  return isActive || change.reason === '' ? { isActive } : { isActive, reason: change.reason };
}
