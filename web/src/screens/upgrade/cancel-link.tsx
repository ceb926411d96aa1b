import { ButtonAnchor, ButtonLink } from '../../components/button/button.tsx';
import { usePaymentTranslations } from '../../hooks/use-payment-translations.ts';
import { usePaymentExit } from './use-exit.ts';

/** Link that leaves the payment. */
export function CancelLink() {
  const { t } = usePaymentTranslations();
  const { address, isOutside } = usePaymentExit();
  return isOutside ? (
    <ButtonAnchor size="large" isWide href={address}>
      {t('cancel')}
    </ButtonAnchor>
  ) : (
    <ButtonLink size="large" isWide to={address}>
      {t('cancel')}
    </ButtonLink>
  );
}
