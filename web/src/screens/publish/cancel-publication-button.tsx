import { NetworkButton } from '../../components/button/network-button.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';

/** Withdraws a publication that is not live yet; it needs no confirmation. */
export function CancelPublicationButton({ onWithdraw }: { onWithdraw: () => Promise<void> }) {
  const { t } = useTranslations('sharing');
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(onWithdraw, showError);
  return (
    <NetworkButton variant="ghost" className="mr-auto" isLoading={isBusy} onClick={submit}>
      {t('publish.stop')}
    </NetworkButton>
  );
}
