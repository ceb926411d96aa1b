import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { Dashboard } from './dashboard.tsx';

/** All scenes of the workspace. */
export function AllScenesScreen() {
  const t = useT();
  const account = useWorkspace();
  return (
    <Dashboard
      title={t('nav.allScenes')}
      filter={account === null ? {} : { 'account.uuid': account.uuid }}
      newScene={{ project: null }}
      empty={{ title: t('dashboard.empty.title'), text: t('dashboard.empty.text') }}
    />
  );
}
