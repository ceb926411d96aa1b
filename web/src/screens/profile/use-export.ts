import type { User } from '@diorama/shared/contract/auth.ts';
import { useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';

/** Requests the archive of a user's data. */
export function useExport(user: User): { isBusy: boolean; submit: () => void } {
  const { t } = useTranslations('account');
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  return useSubmit(async () => {
    await client.call('exportUser');
    toast({ kind: 'success', text: t('profile.data.asked', { email: user.email }) });
  }, showError);
}
