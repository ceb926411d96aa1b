import type { Sharing } from '@diorama/shared/contract/compositions.ts';
import { useState } from 'react';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useTranslations } from '../../hooks/use-translations.ts';

/** Changes the sharing options at once and shows the result. */
export function useSharingChange(changeSharing: (change: Partial<Sharing>) => Promise<void>): {
  isBusy: boolean;
  change: (change: Partial<Sharing>) => void;
} {
  const { t } = useTranslations('sharing');
  const toast = useToast();
  const showError = useErrorToast();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (changes: Partial<Sharing>) => {
    setIsBusy(true);
    try {
      await changeSharing(changes);
      toast({ kind: 'success', text: t('options.saved') });
    } catch (error) {
      showError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    change: (changes) => {
      run(changes);
    },
  };
}
