import '../theme/global.css';
import '../theme/static-frame.css';
import './stage.css';
import './controls.css';
import './viewer.css';
import { type FormEvent, StrictMode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { preventDropNavigation } from '../prevent-drop-navigation.ts';
import { removeStaticFrame } from '../remove-static-frame.ts';
import { listDrafts } from './comments/comment-drafts.ts';
import { languageOfPath } from './language.ts';
import { Notice } from './notice.tsx';
import { offerReload } from './offer-reload.ts';
import { fetchPageTranslate, type PageTranslate } from './page-language.ts';
import {
  askPublicScene,
  fetchPublicScene,
  type SceneAnswer,
  type UnlockAnswer,
  unlockPublicScene,
  uuidOfPath,
} from './public-scene.ts';
import { ScenePage } from './scene-page.tsx';

type UnlockFormProps = { uuid: string; name: string; t: PageTranslate; onUnlock: () => void };

const COMPLAINTS = {
  wrong: 'locked.wrong',
  tooMany: 'locked.tooMany',
  unreachable: 'unreachable.text',
} as const satisfies Record<Exclude<UnlockAnswer, 'open' | 'closed'>, string>;

type ViewerAppProps = {
  uuid: string;
  t: PageTranslate;
  /** The pending first request. */
  first: Promise<SceneAnswer>;
};

const uuid = uuidOfPath(location.pathname);
const language = languageOfPath(location.pathname, navigator.languages);
document.documentElement.lang = language;

// Both are requested before React starts, as users see the poster first and then the scene. The later import reports a
// failure.
const first = fetchPublicScene(uuid);
import('./open-scene.ts').catch(() => undefined);
const t = await fetchPageTranslate(language).catch(offerReload);
preventDropNavigation(window);
const root = document.getElementById('root');

if (root) {
  removeStaticFrame(root);
  createRoot(root).render(
    <StrictMode>
      <ViewerApp uuid={uuid} t={t} first={first} />
    </StrictMode>,
  );
}

/** Public page of one scene, in each of its states. */
function ViewerApp({ uuid, t, first }: ViewerAppProps) {
  const [request, setRequest] = useState(first);
  const [answer, setAnswer] = useState<SceneAnswer | null>(null);

  useEffect(() => {
    let isCurrent = true;
    // Never rejects: failures are answers.
    void request.then((came) => {
      if (isCurrent) {
        setAnswer(came);
      }
    });
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

/** Unsent comments of a visitor after the scene was closed, for copying; hidden if there are none. */
function DraftsNote({ uuid, t }: { uuid: string; t: PageTranslate }) {
  const unsent = listDrafts(uuid);
  if (unsent.length === 0) {
    return null;
  }
  return (
    <label className="viewer-unsent">
      {t('comments.unsent')}
      <textarea
        className="viewer-field"
        readOnly
        rows={4}
        value={unsent.join('\n\n')}
        onFocus={({ target }) => target.select()}
      />
    </label>
  );
}

/** Asks for the password of a protected scene. */
function UnlockForm({ uuid, name, t, onUnlock }: UnlockFormProps) {
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const [answer, setAnswer] = useState<UnlockAnswer | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => input.current?.focus(), []);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    setIsBusy(true);
    const came = await unlockPublicScene(uuid, String(password ?? ''));
    setIsBusy(false);
    setAnswer(came);
    if (came === 'open' || came === 'closed') {
      onUnlock();
    } else {
      input.current?.select();
    }
  };

  const complaint =
    answer === null || answer === 'open' || answer === 'closed' ? null : t(COMPLAINTS[answer]);

  return (
    <Notice title={t('locked.title', { name })} text={t('locked.text')}>
      <form className="viewer-unlock" onSubmit={handleSubmit}>
        <label htmlFor={field}>{t('locked.password')}</label>
        <input
          ref={input}
          id={field}
          className="viewer-field"
          name="password"
          type="password"
          autoComplete="off"
          required
          maxLength={200}
          aria-invalid={complaint !== null}
          aria-describedby={`${field}-complaint`}
        />
        <p id={`${field}-complaint`} className="viewer-complaint" role="alert">
          {complaint}
        </p>
        <button type="submit" className="viewer-button is-primary" disabled={isBusy}>
          {t('locked.submit')}
        </button>
      </form>
    </Notice>
  );
}
