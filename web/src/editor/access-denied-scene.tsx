import { lazyComponent } from '../components/lazy-component.ts';
import type { AccessDenial } from './access-denial.ts';
import classes from './editor-layout.module.css';

const RequestAccess = lazyComponent(
  async () => (await import('../screens/request-access/request-access.tsx')).RequestAccess,
);
const BlockedScene = lazyComponent(
  async () => (await import('../screens/request-access/blocked-scene.tsx')).BlockedScene,
);
const TrashedScene = lazyComponent(
  async () => (await import('../screens/request-access/trashed-scene.tsx')).TrashedScene,
);

/**
 * Page of a scene that is closed to the user.
 * @param onOpen - called when the user has access again
 */
export function AccessDeniedScene({
  closed,
  sceneId,
  onOpen,
}: {
  closed: AccessDenial;
  sceneId: string;
  onOpen: () => void;
}) {
  return (
    <main className={classes.center}>
      {closed === 'trashed' && <TrashedScene uuid={sceneId} onRestored={onOpen} />}
      {closed === 'barred' && <BlockedScene onRetry={onOpen} />}
      {closed === 'denied' && <RequestAccess subject="compositions" uuid={sceneId} onAccess={onOpen} />}
    </main>
  );
}
