import { Suspense, useEffect } from 'react';
import { useParams } from 'react-router';
import { useGet } from '../api/hooks.ts';
import { useApi } from '../api/provider.tsx';
import { ErrorState } from '../components/feedback/error-state.tsx';
import { Spinner } from '../components/feedback/spinner.tsx';
import primitives from '../components/primitives.module.css';
import { useTitle } from '../hooks/use-title.ts';
import { accessDenialOf } from './access-denial.ts';
import classes from './editor-layout.module.css';
import { EditorLayout, LazyAccessDeniedScene } from './editor-layout.tsx';
import { useFirstTranslations } from './hooks/use-editor-translations.ts';

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
  const { t } = useFirstTranslations();
  const { data: scene, error, reload } = useGet('getComposition', { params: { id: sceneId } });
  useTitle(scene?.name ?? t('editor.title'));
  const { session } = useApi();
  const closed = error ? accessDenialOf(error) : null;
  const isDenied = closed === 'denied';
  useEffect(() => {
    const personId = session.get()?.user.uuid;
    if (isDenied && personId !== undefined) {
      // Deletes the local copy from the time when access was allowed.
      void session.copies.remove({ sceneId, personId });
    }
  }, [isDenied, session, sceneId]);
  if (scene) {
    return <EditorLayout scene={scene} />;
  }
  if (closed !== null || error?.status === 422) {
    return <LazyAccessDeniedScene closed={closed ?? 'denied'} sceneId={sceneId} onOpen={reload} />;
  }
  if (error) {
    return (
      <main className={classes.center}>
        <ErrorState error={error} onRetry={reload} />
      </main>
    );
  }
  return <Opening label={t('editor.loading')} />;
}

function Opening({ label }: { label?: string }) {
  return (
    <main className={classes.center} aria-busy="true">
      <Spinner size={20} />
      {label !== undefined && <p className={primitives.muted}>{label}</p>}
    </main>
  );
}
