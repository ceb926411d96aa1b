import { Users } from 'lucide-react';
import { useT } from '../../hooks/use-language.tsx';
import { Dashboard } from './dashboard.tsx';

/** Scenes shared with the user. */
export function SharedScenesScreen() {
  const t = useT();
  return (
    <Dashboard
      title={t('nav.sharedScenes')}
      filter={{ sharedWithMeOnly: 'true' }}
      newScene={false}
      hasLabels={false}
      empty={{
        title: t('dashboard.empty.shared.title'),
        text: t('dashboard.empty.shared.text'),
        picture: <Users size={48} strokeWidth={1} aria-hidden="true" />,
      }}
    />
  );
}
