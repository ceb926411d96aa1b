import { ButtonAnchor, ButtonLink } from '../../components/button/button.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { usePaymentExit } from './use-exit.ts';

/** Link that leaves the payment. */
export function CancelLink() {
  const { t } = useTranslations('pay');
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
