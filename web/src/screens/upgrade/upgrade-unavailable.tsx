import { CreditCard } from 'lucide-react';
import { useT } from '../../hooks/use-language.tsx';
import { HomeState } from '../home-state/home-state.tsx';

/** Says that plans cannot be bought, as this installation has nobody who takes payments. */
export function UpgradeUnavailable() {
  const t = useT();
  return (
    <HomeState
      icon={CreditCard}
      title={t('upgrade.unavailable.title')}
      text={t('upgrade.unavailable.text')}
    />
  );
}
