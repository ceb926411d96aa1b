import { type ComponentType, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { ArEntry } from './ar-entry.tsx';
import { backgroundCss } from './background-css.ts';
import { closeOnEscape } from './close-on-escape.ts';
import type { PageTranslate } from './page-language.ts';
import type { AskScene, PublicScene } from './public-scene.ts';
import './scene-details.css';
import type { VisitKind } from '@diorama/shared/contract/visits.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { fetchCode } from '../fetch-code.ts';
import { useTitle } from '../hooks/use-title.ts';
import type { ViewerTranslate } from './language.ts';
import { licenseOf } from './license-of.ts';
import type { ShownScene } from './open-scene.ts';
import { useOptionFiles } from './options/use-option-files.ts';
import { startActivity } from './start-activity.ts';
import { areUrlsExpired } from './url-expiry.ts';
import { useActivities } from './use-activities.ts';
import { useLateFiles } from './use-late-files.ts';
import { type SceneProgress, useSceneCanvas } from './use-scene-canvas.ts';
import { useWatchedLink } from './use-watched-link.ts';
import { ViewerActions } from './viewer-actions.tsx';
import type { VisitCounter } from './visit-counter.ts';
import type { ClosedAnswer } from './watch-link.ts';

type Output = PublicScene['output'];

/** Interval between checks of the addresses' age, in milliseconds. */
const LOOK_MS = 30_000;

type LiveContext = {
  scene: PublicScene;
  shown: ShownScene | null;
  t: ViewerTranslate;
  /** Called when the visitor's access ends. */
  onRefused: () => void;
  /** Called if the code cannot be fetched. */
  onLost: () => void;
};

const loadComments = async () => (await import('./comments/comments-panel.tsx')).CommentsPanel;
const loadOutline = async () => (await import('./scene-outline.tsx')).SceneOutline;
const loadPictures = async () => (await import('./pictures/pictures-panel.tsx')).PicturesPanel;

type SceneProps = { scene: PublicScene; t: PageTranslate };
type ScenePageProps = SceneProps & {
  /** Requests the current state of the scene; the same function for the same scene. */
  ask: AskScene;
  /** Preview for the scene's members before publication: it counts no visit and does not watch the link. */
  isPreview?: boolean;
  /** Called when the scene is no longer accessible. */
  onClosed: (answer: ClosedAnswer) => void;
};

/** An open scene: the poster first, then the scene, with its actions. */
export function ScenePage({ scene, ask, t, isPreview = false, onClosed }: ScenePageProps) {
  const host = useRef<HTMLDivElement>(null);
  const link = isPreview ? null : scene.uuid;
  const count = useVisit(link);
  const bar = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const [isOutdated, setIsOutdated] = useState(false);
  const handleLost = () => setIsOutdated(true);
  const { progress, shown, retry, forgetFailures } = useSceneCanvas({
    ...{ host, bar, foot, scene, ask, t },
    onAnnotation: () => count('annotation'),
    onLost: handleLost,
  });
  // A preview may be opened while models are being converted; a publication waits for them.
  const isIncomplete = isPreview && progress.failures.length > 0;
  useLateFiles(isIncomplete ? shown : null, forgetFailures, handleLost);
  const [published, renewOutput] = useOutput(scene.output, ask);
  const { output, ...files } = useOptionFiles(link, published, shown?.options ?? null);
  const [talk, watchNewComments] = useReducer((count: number) => count + 1, 0);
  const doubt = useWatchedLink(link, { onClosed, onPublished: renewOutput, onComments: watchNewComments });
  const now = useLive({ scene, shown, t, onRefused: doubt, onLost: handleLost });
  const activities = useActivities({ shown, phase: progress.phase, scene, t, onLost: handleLost });

  const Comments = useLazyModule(activities.isTalking, loadComments, handleLost);
  // The scene works without its outline, so its loss must not hide another failure.
  const Outline = useLazyModule(true, loadOutline, () => undefined);
  const Pictures = useLazyModule(activities.isTaking, loadPictures, handleLost);

  useTitle(scene.name);

  return (
    <main className="viewer" data-phase={progress.phase}>
      <div className="scene-stage" ref={host} style={{ background: backgroundCss(scene.document) }} />
      {scene.thumbnail && <img className="scene-poster" src={scene.thumbnail} alt={scene.name} />}
      <LoadingBar progress={progress} t={t} />
      <SceneDetails scene={scene} t={t} isPreview={isPreview} />
      {Outline && <Outline scene={now} t={t} />}
      <ViewerActions
        ref={bar}
        link={link}
        talk={talk}
        shown={shown}
        activities={activities}
        sharing={scene.sharing}
        t={t}
      />
      {shown && Comments && (
        <Comments
          uuid={scene.uuid}
          talk={talk}
          shown={shown}
          t={t}
          onClose={activities.talk}
          onRefused={doubt}
        />
      )}
      {shown && Pictures && <Pictures name={scene.name} shown={shown} t={t} onClose={activities.take} />}
      <div className="viewer-foot" ref={foot} data-covers="bottom">
        <Troubles progress={progress} t={t} onRetry={retry} />
        {isOutdated && progress.phase === 'ready' && (
          <FailureNotice text={t('outdated')} action={t('reload')} onAct={() => location.reload()} />
        )}
        {scene.watermark && <img className="viewer-watermark" src={scene.watermark} alt="" />}
        <ArEntry
          scene={{ ...scene, output }}
          files={files}
          activities={activities}
          t={t}
          onLaunch={() => count('ar')}
        />
      </div>
    </main>
  );
}

function LoadingBar({ progress, t }: { progress: SceneProgress; t: PageTranslate }) {
  const { phase, step, percent } = progress;
  if (phase !== 'loading') {
    return null;
  }
  const text = sayProgress(progress, t);
  return (
    <div className="viewer-loading" role="status">
      <span>{text}</span>
      <progress max={100} value={step === 'loading' ? (percent ?? undefined) : undefined} aria-label={text} />
    </div>
  );
}

function sayProgress({ step, percent }: SceneProgress, t: PageTranslate): string {
  if (step !== 'loading') {
    return t(`loading.${step}`);
  }
  return percent === null ? t('loading') : t('loading.percent', { percent });
}

function SceneDetails({ scene, t, isPreview }: SceneProps & { isPreview: boolean }) {
  const { name, author, description, uuid, sharing } = scene;
  return (
    <section className="viewer-details" data-covers="top">
      {isPreview && <p className="viewer-preview">{t('preview')}</p>}
      <h1 title={name}>{name}</h1>
      <p className="viewer-author">
        {author.avatarUrl ? (
          <img src={author.avatarUrl} alt="" width="24" height="24" />
        ) : (
          <span className="viewer-initial" aria-hidden="true">
            {author.name.trim().charAt(0).toUpperCase()}
          </span>
        )}
        {t('by', { author: author.name })}
      </p>
      <LicenseLine scene={scene} t={t} />
      {description && (
        <details onKeyDown={closeOnEscape}>
          <summary>{t('details')}</summary>
          <p className="viewer-about">{description}</p>
        </details>
      )}
      {(sharing.allowClone || sharing.live) && (
        <a className="viewer-join" href={`/${document.documentElement.lang}/builder/${uuid}`}>
          {t(sharing.allowClone ? 'join.copy' : 'join.live')}
        </a>
      )}
    </section>
  );
}

/** Creator and terms of a scene. */
function LicenseLine({ scene, t }: SceneProps) {
  const { owner, terms, url } = licenseOf(scene, t);
  return (
    <p className="viewer-license">
      <span>{owner}</span>
      {url === null ? (
        <span>{terms}</span>
      ) : (
        <a href={url} rel="license noopener" target="_blank">
          {terms}
        </a>
      )}
    </p>
  );
}

type TroublesProps = { progress: SceneProgress; t: PageTranslate; onRetry: () => void };

function Troubles({ progress: { phase, failures, isContextLost }, t, onRetry }: TroublesProps) {
  if (phase === 'noWebgl') {
    return <p className="viewer-trouble">{t('noWebgl')}</p>;
  }
  if (isContextLost) {
    return <FailureNotice text={t('contextLost')} action={t('retry')} onAct={onRetry} />;
  }
  if (failures.length === 0 && phase !== 'broken') {
    return null;
  }
  const text =
    phase === 'broken'
      ? t('unreachable.title')
      : t('failed', { count: failures.length, name: failures.join(', ') });
  return <FailureNotice text={text} action={t('retry')} onAct={onRetry} />;
}

function FailureNotice({ text, action, onAct }: { text: string; action: string; onAct: () => void }) {
  return (
    <div className="viewer-trouble" role="alert">
      <p>{text}</p>
      <button type="button" className="viewer-button" onClick={onAct}>
        {action}
      </button>
    </div>
  );
}

/** Counts a visit of a page and returns a function that counts further events; null for a page without counting. */
function useVisit(uuid: string | null): (kind: VisitKind) => void {
  const counter = useRef<VisitCounter | null>(null);

  useEffect(() => {
    if (uuid === null) {
      return;
    }
    const visit = new AbortController();
    import('./visit-counter.ts').then(
      ({ startVisit }) => {
        if (!visit.signal.aborted) {
          counter.current = startVisit(uuid, 'view', visit.signal);
        }
      },
      // A failure to count does not affect the visit.
      () => undefined,
    );
    return () => visit.abort();
  }, [uuid]);

  return (kind) => counter.current?.count(kind);
}

/**
 * A part of the page whose code is fetched on first use; null until then, and while it is not wanted.
 * @param load - a function with a stable identity
 * @param onLost - called if the fetch fails; the page stays unchanged
 */
function useLazyModule<Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
  onLost: () => void,
): ComponentType<Props> | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const handleLost = useEffectEvent(onLost);

  useEffect(() => {
    let isCurrent = true;
    if (isWanted) {
      fetchCode(load).then(
        (loaded) => {
          if (isCurrent) {
            setPart(() => loaded);
          }
        },
        () => {
          if (isCurrent) {
            handleLost();
          }
        },
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [isWanted, load]);

  return isWanted ? part : null;
}

/**
 * Follows a scene whose link is live, and the visitor's choices; without a connection the published state stays.
 * @returns its current document
 */
function useLive({ scene, shown, t, onRefused, onLost }: LiveContext): SceneDocument {
  const [document, setDocument] = useState<SceneDocument | null>(null);
  const {
    uuid,
    sharing: { live: isLive },
  } = scene;
  const handleRefused = useEffectEvent(onRefused);
  const handleLost = useEffectEvent(onLost);
  useEffect(() => {
    if (!shown || !isLive) {
      return;
    }
    const load = async () => {
      const { openLive } = await fetchCode(() => import('./live/open-live.ts'));
      return openLive({ uuid, shown, t, onRefused: () => handleRefused(), onDocument: setDocument });
    };
    return startActivity(load, () => handleLost());
  }, [uuid, isLive, shown, t]);
  useEffect(
    () =>
      shown?.options?.subscribe((next, _change, isOther) => {
        if (isOther) {
          setDocument(shown.canvas.view.shown ?? next);
        }
      }),
    [shown],
  );
  return document ?? shown?.canvas.view.shown ?? scene.document;
}

/**
 * Published files with valid addresses. An AR link is followed at once, without time to request a new address, so they
 * are renewed while the page is visible.
 * @returns the files, and a function that requests them again
 */
function useOutput(published: Output, ask: AskScene): [output: Output, renew: () => void] {
  const [output, setOutput] = useState(published);
  const knownAt = useRef(Date.now());
  const renew = () => {
    knownAt.current = Date.now();
    // Never rejects: on failure the known addresses stay.
    void ask().then((scene) => {
      if (scene) {
        setOutput(scene.output);
      }
    });
  };
  const renewOld = useEffectEvent(() => {
    const { glb, glbMobile, glbAr, usdz } = output;
    if (!document.hidden && areUrlsExpired([glb, glbMobile, glbAr, usdz], knownAt.current)) {
      renew();
    }
  });
  useEffect(() => {
    const look = () => renewOld();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return [output, renew];
}
