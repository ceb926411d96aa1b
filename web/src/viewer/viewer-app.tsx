import { useEffect, useMemo, useState } from 'react';
import { Notice } from './notice.tsx';
import type { PageWords } from './page-language.ts';
import { askPublicScene, fetchPublicScene, type SceneAnswer } from './public-scene.ts';
import { ScenePage } from './scene-page.tsx';
import { UnlockForm } from './unlock-form.tsx';
import { UnsentNote } from './unsent-note.tsx';

type ViewerAppProps = {
  uuid: string;
  words: PageWords;
  /** The pending first request. */
  first: Promise<SceneAnswer>;
};

/** Public page of one scene, in each of its states. */
export function ViewerApp({ uuid, words, first }: ViewerAppProps) {
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
      return <div className="viewer-waiting" role="status" aria-label={words('loading')} />;
    case 'open':
      return <ScenePage scene={answer.scene} ask={ask} words={words} onClosed={setAnswer} />;
    case 'locked':
      return <UnlockForm uuid={uuid} name={answer.name} words={words} onUnlock={handleRetry} />;
    case 'absent':
    case 'expired':
      return (
        <Notice title={words(`${answer.state}.title`)} text={words(`${answer.state}.text`)}>
          <UnsentNote uuid={uuid} words={words} />
        </Notice>
      );
    case 'blocked':
      return (
        <Notice title={words('blocked.title')} text={words('blocked.text')}>
          <UnsentNote uuid={uuid} words={words} />
          <a className="viewer-button" href={`/${document.documentElement.lang}/people-and-settings`}>
            {words('blocked.owner')}
          </a>
        </Notice>
      );
    case 'unreachable':
      return (
        <Notice title={words('unreachable.title')} text={words('unreachable.text')}>
          <button type="button" className="viewer-button is-primary" onClick={handleRetry}>
            {words('retry')}
          </button>
        </Notice>
      );
  }
}
