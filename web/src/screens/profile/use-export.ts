import type { User } from '@diorama/shared/contract/auth.ts';
import { useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccountWords } from '../../hooks/use-account-words.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';

/** Requests the archive of a user's data. */
export function useExport(user: User): { isBusy: boolean; submit: () => void } {
  const { t } = useAccountWords();
  const { client } = useApi();
  const toast = useToast();
  const tellError = useTellError();
  return useSubmit(async () => {
    await client.call('exportUser');
    toast({ kind: 'success', text: t('profile.data.asked', { email: user.email }) });
  }, tellError);
}
