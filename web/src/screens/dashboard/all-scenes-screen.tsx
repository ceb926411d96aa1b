import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { Dashboard } from './dashboard.tsx';

const LazyTour = lazyPart(async () => (await import('./tour/dashboard-tour.tsx')).DashboardTour);

/** All scenes of the workspace. If it has none, the scenes that are shared with the user. */
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

/** Shows the tour of the dashboard to owners of a workspace who have neither finished nor dismissed it. */
function TourGate() {
  const { client } = useApi();
  const workspace = useWorkspace();
  const { data: account, mutate } = useAccount();
  const [isOver, setIsOver] = useState(false);
  const detail = account?.detail;
  const isDue =
    workspace?.role === 'owner' &&
    detail !== undefined &&
    detail.hasCompletedOnboarding &&
    !detail.hasCompletedDashboardTour;
  if (!isDue || isOver) {
    return null;
  }
  const handleEnd = async () => {
    setIsOver(true);
    try {
      await client.call('updateAccountDetail', {
        params: { id: workspace.uuid },
        body: { hasCompletedDashboardTour: true },
      });
      await mutate();
    } catch {
      // The tour is shown once more later; nothing else depends on it.
    }
  };
  return (
    <LazyTour
      onEnd={() => {
        handleEnd();
      }}
    />
  );
}
