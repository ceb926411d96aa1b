import type { Sharing } from '@diorama/shared/contract/compositions.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';

/** Changes the sharing options at once and shows the result. */
export function useSharingChange(changeSharing: (change: Partial<Sharing>) => Promise<void>): {
  isBusy: boolean;
  change: (change: Partial<Sharing>) => void;
} {
  const { t } = useTranslations('sharing');
  const toast = useToast();
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(async (changes: Partial<Sharing>) => {
    await changeSharing(changes);
    toast({ kind: 'success', text: t('options.saved') });
  }, showError);
  return { isBusy, change: submit };
}
