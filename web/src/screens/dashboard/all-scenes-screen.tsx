import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { Dashboard } from './dashboard.tsx';
import { TourGate } from './tour/tour-gate.tsx';

/** All scenes of the workspace. */
export function AllScenesScreen() {
  const t = useT();
  const account = useWorkspace();
  const isManager = account?.role !== 'guest';
  return (
    <>
      <Dashboard
        title={t('nav.allScenes')}
        filter={account === null ? {} : { 'account.uuid': account.uuid }}
        newScene={isManager && { project: null }}
        hasLabels={isManager}
        empty={
          isManager
            ? { title: t('dashboard.empty.title'), text: t('dashboard.empty.text') }
            : { title: t('dashboard.empty.guest.title'), text: t('dashboard.empty.guest.text') }
        }
      />
      <TourGate />
    </>
  );
}
