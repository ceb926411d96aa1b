import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { useCallback, useMemo } from 'react';
import { useParams } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import hidden from '../../components/visually-hidden.module.css';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { ScenePage } from '../../viewer/scene-page.tsx';
import '../../viewer/stage.css';
import '../../viewer/controls.css';
import '../../viewer/viewer.css';

/** Preview of a scene's public page in its current state, for its editors. */
export function PreviewScreen() {
  const { uuid = '' } = useParams();
  const { client } = useApi();
  const { t } = useTranslations('viewer-page');
  // The state at the time of opening: a preview must not re-render while it is viewed.
  const { data, error, mutate } = useGet(
    'getScenePreview',
    { params: { id: uuid } },
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false },
  );
  const scene = useMemo(() => data && { ...data, document: data.document as SceneDocument }, [data]);

  // Signed addresses expire during a long view; the shown content stays.
  const ask = useCallback(
    () => client.call('getScenePreview', { params: { id: uuid } }).catch(() => null),
    [client, uuid],
  );

  if (error && !scene) {
    return <NoPreview error={error} onRetry={() => mutate()} />;
  }
  return scene ? (
    <ScenePage scene={scene} ask={ask} t={t} isPreview onClosed={() => undefined} />
  ) : (
    <div className="viewer-waiting" role="status" aria-label={t('loading')} />
  );
}

function NoPreview(props: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslations('sharing');
  const title = t('publish.preview');
  useTitle(title);
  return (
    <main className="grid min-h-[100dvh] place-items-center">
      <h1 className={hidden.hidden}>{title}</h1>
      <ErrorState {...props} />
    </main>
  );
}
