import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { Dashboard } from './dashboard.tsx';
import { TourGate } from './tour/tour-gate.tsx';

/** All scenes of the workspace; in their place what is shared with a person who has none. */
export function AllScenesScreen() {
  const t = useT();
  const account = useWorkspace();
  const isManager = account?.role !== 'guest';
  const { data: counts } = useAccount();
  const hasOnlyShared =
    !isManager || (counts !== undefined && counts.totalScenes === 0 && counts.totalSharedWithMeScenes > 0);
  return (
    <>
      <Dashboard
        key={hasOnlyShared ? 'shared' : 'own'}
        title={hasOnlyShared ? t('nav.sharedScenes') : t('nav.allScenes')}
        note={hasOnlyShared && isManager && t('dashboard.onlyShared')}
        filter={
          hasOnlyShared
            ? { sharedWithMeOnly: 'true' }
            : account === null
              ? {}
              : { 'account.uuid': account.uuid }
        }
        newScene={isManager && { project: null }}
        hasLabels={isManager && !hasOnlyShared}
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
