import { CreditCard } from 'lucide-react';
import { useT } from '../../hooks/use-language.tsx';
import { HomeState } from '../home-state/home-state.tsx';

/** Explains that plans cannot be bought, as the installation has no payment provider. */
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
