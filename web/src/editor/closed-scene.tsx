import { lazyComponent } from '../components/lazy-component.ts';
import type { Closed } from './closed-by.ts';
import classes from './editor-room.module.css';

const RequestAccess = lazyComponent(
  async () => (await import('../screens/request-access/request-access.tsx')).RequestAccess,
);
const BarredScene = lazyComponent(
  async () => (await import('../screens/request-access/barred-scene.tsx')).BarredScene,
);
const TrashedScene = lazyComponent(
  async () => (await import('../screens/request-access/trashed-scene.tsx')).TrashedScene,
);

/**
 * Page of a scene that is closed to the user.
 * @param onOpen - called when the user has access again
 */
export function ClosedScene({
  closed,
  sceneId,
  onOpen,
}: {
  closed: Closed;
  sceneId: string;
  onOpen: () => void;
}) {
  return (
    <main className={classes.center}>
      {closed === 'trashed' && <TrashedScene uuid={sceneId} onRestored={onOpen} />}
      {closed === 'barred' && <BarredScene onRetry={onOpen} />}
      {closed === 'denied' && <RequestAccess subject="compositions" uuid={sceneId} onAccess={onOpen} />}
    </main>
  );
}
