import { CreditCard } from 'lucide-react';
import { ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';

/** Says that plans cannot be bought, as this installation has nobody who takes payments. */
export function UpgradeUnavailable() {
  const t = useT();
  const path = usePath();
  useTitle(t('upgrade.unavailable.title'));
  return (
    <EmptyState
      heading="h1"
      picture={<CreditCard size={40} strokeWidth={1.25} aria-hidden="true" />}
      title={t('upgrade.unavailable.title')}
      text={t('upgrade.unavailable.text')}
      action={
        <ButtonLink to={path('home')} variant="primary">
          {t('notFound.home')}
        </ButtonLink>
      }
    />
  );
}
