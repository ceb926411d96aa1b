import { Suspense, useEffect } from 'react';
import { useParams } from 'react-router';
import { useGet } from '../api/hooks.ts';
import { useApi } from '../api/provider.tsx';
import { ErrorState } from '../components/feedback/error-state.tsx';
import { Spinner } from '../components/feedback/spinner.tsx';
import { lazyComponent } from '../components/lazy-component.ts';
import { useTitle } from '../hooks/use-title.ts';
import classes from './editor-room.module.css';
import { EditorRoom } from './editor-room.tsx';
import { useWords } from './hooks/use-words.ts';

const RequestAccess = lazyComponent(
  async () => (await import('../screens/request-access/request-access.tsx')).RequestAccess,
);
const TrashedScene = lazyComponent(
  async () => (await import('../screens/request-access/trashed-scene.tsx')).TrashedScene,
);

/** The page of a scene that is edited: `builder/:uuid`, without sidebar and header. */
export function EditorPage() {
  const { uuid = '' } = useParams();
  return (
    <Suspense fallback={<Opening />}>
      <EditorDoor key={uuid} sceneId={uuid} />
    </Suspense>
  );
}

/** Lets in who may see the scene. */
function EditorDoor({ sceneId }: { sceneId: string }) {
  const { t } = useWords();
  const { data: scene, error, mutate } = useGet('getComposition', { params: { id: sceneId } });
  useTitle(scene?.name ?? t('editor.title'));
  const { session } = useApi();
  const isTrashed = error?.code === 'scene.trashed';
  const isDenied = !isTrashed && (error?.status === 403 || error?.status === 404);
  useEffect(() => {
    const personId = session.get()?.user.uuid;
    if (isDenied && personId !== undefined) {
      // What was kept of it while it could be seen.
      void session.copies.remove({ sceneId, personId });
    }
  }, [isDenied, session, sceneId]);
  if (scene) {
    return <EditorRoom scene={scene} />;
  }
  if (isTrashed) {
    return (
      <main className={classes.center}>
        <TrashedScene uuid={sceneId} onRestored={() => mutate()} />
      </main>
    );
  }
  if (error && (isDenied || error.status === 422)) {
    return (
      <main className={classes.center}>
        <RequestAccess subject="compositions" uuid={sceneId} onAccess={() => mutate()} />
      </main>
    );
  }
  if (error) {
    return (
      <main className={classes.center}>
        <ErrorState error={error} onRetry={() => mutate()} />
      </main>
    );
  }
  return <Opening label={t('editor.loading')} />;
}

function Opening({ label }: { label?: string }) {
  return (
    <main className={classes.center} aria-busy="true">
      <Spinner size={20} />
      {label !== undefined && <p className={classes.opening}>{label}</p>}
    </main>
  );
}
