import { ButtonAnchor, ButtonLink } from '../../components/button/button.tsx';
import { usePayWords } from '../../hooks/use-pay-words.ts';
import { useWayOut } from './use-way-out.ts';

/** Link that leaves the payment. */
export function CancelLink() {
  const { t } = usePayWords();
  const { address, isOutside } = useWayOut();
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
