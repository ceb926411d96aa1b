import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { useState } from 'react';
import type { PagedList } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useOperatorTranslations } from '../../hooks/use-operator-translations.ts';

/** A workspace as in the operators' list answer. */
export type AccountItem = ResultOf<'listOperatorAccounts'>['member'][number];

/** Suspends and restores workspaces, each with a toast to undo it. */
export function useSuspension(list: PagedList<AccountItem>): {
  /** Uuid of the workspace that is being changed. */
  busy: string | null;
  setActive: (account: AccountItem, isActive: boolean) => Promise<void>;
} {
  const { t } = useOperatorTranslations();
  const say = useT();
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const [busy, setBusy] = useState<string | null>(null);

  const setActive = async (account: AccountItem, isActive: boolean) => {
    const { uuid, name = '' } = account;
    setBusy(uuid);
    try {
      await client.call('updateAccount', { params: { id: uuid }, body: { isActive } });
      list.change((members) => members.map((one) => (one.uuid === uuid ? { ...one, isActive } : one)));
      toast({
        kind: 'success',
        text: t(isActive ? 'suspend.undone' : 'suspend.done', { name }),
        action: {
          label: say('common.undo'),
          onSelect: () => {
            setActive(account, !isActive);
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
