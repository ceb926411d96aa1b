import { useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { LazyBoundary } from '../../../components/feedback/lazy-boundary.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { useAccount, useWorkspace } from '../../../hooks/use-account.ts';

const LazyTour = lazyComponent<{ onEnd: () => void }>(
  async () => (await import('./dashboard-tour.tsx')).DashboardTour,
);

/** Shows the tour of the dashboard to owners of a workspace who have neither finished nor dismissed it. */
export function TourGate() {
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
    <LazyBoundary>
      <LazyTour
        onEnd={() => {
          handleEnd();
        }}
      />
    </LazyBoundary>
  );
}
