import { Suspense, useEffect } from 'react';
import { useParams } from 'react-router';
import { useGet } from '../api/hooks.ts';
import { useApi } from '../api/provider.tsx';
import { ErrorState } from '../components/feedback/error-state.tsx';
import { Spinner } from '../components/feedback/spinner.tsx';
import { useTitle } from '../hooks/use-title.ts';
import { closedBy } from './closed-by.ts';
import { ClosedScene } from './closed-scene.tsx';
import classes from './editor-room.module.css';
import { EditorRoom } from './editor-room.tsx';
import { useWords } from './hooks/use-words.ts';

/** Page of a scene in the editor, `builder/:uuid`, without sidebar and header. */
export function EditorPage() {
  const { uuid = '' } = useParams();
  return (
    <Suspense fallback={<Opening />}>
      <EditorDoor key={uuid} sceneId={uuid} />
    </Suspense>
  );
}

/** Loads the scene if the user has access, or explains why it is closed. */
function EditorDoor({ sceneId }: { sceneId: string }) {
  const { t } = useWords();
  const { data: scene, error, mutate } = useGet('getComposition', { params: { id: sceneId } });
  useTitle(scene?.name ?? t('editor.title'));
  const { session } = useApi();
  const closed = error ? closedBy(error) : null;
  const isDenied = closed === 'denied';
  useEffect(() => {
    const personId = session.get()?.user.uuid;
    if (isDenied && personId !== undefined) {
      // Deletes the local copy from the time when access was allowed.
      void session.copies.remove({ sceneId, personId });
    }
  }, [isDenied, session, sceneId]);
  if (scene) {
    return <EditorRoom scene={scene} />;
  }
  if (closed !== null || error?.status === 422) {
    return <ClosedScene closed={closed ?? 'denied'} sceneId={sceneId} onOpen={() => mutate()} />;
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
