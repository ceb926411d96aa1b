import { useEffect, useMemo, useState } from 'react';
import { DraftsNote } from './drafts-note.tsx';
import { Notice } from './notice.tsx';
import type { PageTranslate } from './page-language.ts';
import { askPublicScene, fetchPublicScene, type SceneAnswer } from './public-scene.ts';
import { ScenePage } from './scene-page.tsx';
import { UnlockForm } from './unlock-form.tsx';

type ViewerAppProps = {
  uuid: string;
  t: PageTranslate;
  /** The pending first request. */
  first: Promise<SceneAnswer>;
};

/** Public page of one scene, in each of its states. */
export function ViewerApp({ uuid, t, first }: ViewerAppProps) {
  const [request, setRequest] = useState(first);
  const [answer, setAnswer] = useState<SceneAnswer | null>(null);

  useEffect(() => {
    let isCurrent = true;
    // Never rejects: failures are answers.
    void request.then((came) => isCurrent && setAnswer(came));
    return () => {
      isCurrent = false;
    };
  }, [request]);

  const ask = useMemo(() => askPublicScene(uuid), [uuid]);
  const handleRetry = () => setRequest(fetchPublicScene(uuid, 'reload'));

  switch (answer?.state) {
    case undefined:
      return <div className="viewer-waiting" role="status" aria-label={t('loading')} />;
    case 'open':
      return <ScenePage scene={answer.scene} ask={ask} t={t} onClosed={setAnswer} />;
    case 'locked':
      return <UnlockForm uuid={uuid} name={answer.name} t={t} onUnlock={handleRetry} />;
    case 'absent':
    case 'expired':
      return (
        <Notice title={t(`${answer.state}.title`)} text={t(`${answer.state}.text`)}>
          <DraftsNote uuid={uuid} t={t} />
        </Notice>
      );
    case 'blocked':
      return (
        <Notice title={t('blocked.title')} text={t('blocked.text')}>
          <DraftsNote uuid={uuid} t={t} />
          <a className="viewer-button" href={`/${document.documentElement.lang}/people-and-settings`}>
            {t('blocked.owner')}
          </a>
        </Notice>
      );
    case 'unreachable':
      return (
        <Notice title={t('unreachable.title')} text={t('unreachable.text')}>
          <button type="button" className="viewer-button is-primary" onClick={handleRetry}>
            {t('retry')}
          </button>
        </Notice>
      );
  }
}
