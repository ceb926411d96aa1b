import { useEffect, useReducer, useRef, useState } from 'react';
import { ArEntry } from './ar-entry.tsx';
import { backdropCss } from './backdrop-css.ts';
import { closeByEscape } from './close-by-escape.ts';
import type { PageWords } from './page-language.ts';
import { type AskScene, namesOfAsset, type PublicScene } from './public-scene.ts';
import './scene-details.css';
import { SceneOutline } from './scene-outline.tsx';
import { useActivities } from './use-activities.ts';
import { useLive } from './use-live.ts';
import { useOutput } from './use-output.ts';
import { usePart } from './use-part.ts';
import { type SceneProgress, useSceneCanvas } from './use-scene-canvas.ts';
import { useVisit } from './use-visit.ts';
import { useWatchedLink } from './use-watched-link.ts';
import { ViewerActions } from './viewer-actions.tsx';
import type { ClosedAnswer } from './watch-link.ts';

const loadComments = async () => (await import('./comments/comments-panel.tsx')).CommentsPanel;
const loadPictures = async () => (await import('./pictures/pictures-panel.tsx')).PicturesPanel;

type SceneProps = { scene: PublicScene; words: PageWords };
type ScenePageProps = SceneProps & {
  /** Requests the current state of the scene; the same function for the same scene. */
  ask: AskScene;
  /** Preview for the scene's members before publication: it counts no visit and does not watch the link. */
  isPreview?: boolean;
  /** Called when the scene is no longer accessible. */
  onClosed: (answer: ClosedAnswer) => void;
};

/** An open scene: the poster first, then the scene, with its actions. */
export function ScenePage({ scene, ask, words, isPreview = false, onClosed }: ScenePageProps) {
  const host = useRef<HTMLDivElement>(null);
  const link = isPreview ? null : scene.uuid;
  const count = useVisit(link);
  const bar = useRef<HTMLDivElement>(null);
  const { progress, shown, retry } = useSceneCanvas({
    host,
    bar,
    scene,
    ask,
    words,
    onAnnotation: () => count('annotation'),
  });
  const [output, renewOutput] = useOutput(scene.output, ask);
  const [talk, hearTalk] = useReducer((count: number) => count + 1, 0);
  const doubt = useWatchedLink(link, { onClosed, onPublished: renewOutput, onComments: hearTalk });
  const now = useLive({ scene, shown, words, onRefused: doubt });
  const [isOutdated, setIsOutdated] = useState(false);
  const handleLost = () => setIsOutdated(true);
  const activities = useActivities({ shown, phase: progress.phase, scene, words, onLost: handleLost });

  const Comments = usePart(activities.isTalking, loadComments, handleLost);
  const Pictures = usePart(activities.isTaking, loadPictures, handleLost);

  useEffect(() => {
    document.title = `${scene.name} · Diorama`;
  }, [scene.name]);

  return (
    <main className="viewer" data-phase={progress.phase}>
      <div className="scene-stage" ref={host} style={{ background: backdropCss(scene.document) }} />
      {scene.thumbnail && <img className="scene-poster" src={scene.thumbnail} alt={scene.name} />}
      <LoadingBar progress={progress} words={words} />
      <SceneDetails scene={scene} words={words} isPreview={isPreview} />
      <SceneOutline scene={now} words={words} />
      <ViewerActions
        ref={bar}
        link={link}
        talk={talk}
        shown={shown}
        activities={activities}
        sharing={scene.sharing}
        words={words}
      />
      {shown && Comments && (
        <Comments
          uuid={scene.uuid}
          talk={talk}
          shown={shown}
          words={words}
          onClose={activities.talk}
          onRefused={doubt}
        />
      )}
      {shown && Pictures && (
        <Pictures name={scene.name} shown={shown} words={words} onClose={activities.take} />
      )}
      <div className="viewer-foot">
        {isOutdated ? (
          <Trouble text={words('outdated')} action={words('reload')} onAct={() => location.reload()} />
        ) : (
          <Troubles scene={scene} progress={progress} words={words} onRetry={retry} />
        )}
        {scene.watermark && <img className="viewer-watermark" src={scene.watermark} alt="" />}
        <ArEntry
          scene={{ ...scene, output }}
          activities={activities}
          words={words}
          onLaunch={() => count('ar')}
        />
      </div>
    </main>
  );
}

function LoadingBar({ progress, words }: { progress: SceneProgress; words: PageWords }) {
  const { phase, step, percent } = progress;
  if (phase !== 'loading') {
    return null;
  }
  const text = sayProgress(progress, words);
  return (
    <div className="viewer-loading" role="status">
      <span>{text}</span>
      <progress max={100} value={step === 'loading' ? (percent ?? undefined) : undefined} aria-label={text} />
    </div>
  );
}

function sayProgress({ step, percent }: SceneProgress, words: PageWords): string {
  if (step !== 'loading') {
    return words(`loading.${step}`);
  }
  return percent === null ? words('loading') : words('loading.percent', { percent });
}

function SceneDetails({ scene, words, isPreview }: SceneProps & { isPreview: boolean }) {
  const { name, author, description, uuid, sharing } = scene;
  return (
    <section className="viewer-details">
      {isPreview && <p className="viewer-preview">{words('preview')}</p>}
      <h1>{name}</h1>
      <p className="viewer-author">
        {author.avatarUrl ? (
          <img src={author.avatarUrl} alt="" width="24" height="24" />
        ) : (
          <span className="viewer-initial" aria-hidden="true">
            {author.name.trim().charAt(0).toUpperCase()}
          </span>
        )}
        {words('by', { author: author.name })}
      </p>
      {description && (
        <details onKeyDown={closeByEscape}>
          <summary>{words('details')}</summary>
          <p className="viewer-about">{description}</p>
        </details>
      )}
      {(sharing.allowClone || sharing.live) && (
        <a className="viewer-join" href={`/${document.documentElement.lang}/builder/${uuid}`}>
          {words(sharing.allowClone ? 'join.copy' : 'join.live')}
        </a>
      )}
    </section>
  );
}

type TroublesProps = SceneProps & { progress: SceneProgress; onRetry: () => void };

function Troubles({ scene, progress: { phase, failures, isContextLost }, words, onRetry }: TroublesProps) {
  if (phase === 'noWebgl') {
    return <p className="viewer-trouble">{words('noWebgl')}</p>;
  }
  if (isContextLost) {
    return <Trouble text={words('contextLost')} action={words('retry')} onAct={onRetry} />;
  }
  if (failures.length === 0 && phase !== 'broken') {
    return null;
  }
  const name = failures.map(({ iri }) => namesOfAsset(scene, iri)).join(', ');
  const text =
    phase === 'broken' ? words('unreachable.title') : words('failed', { count: failures.length, name });
  return <Trouble text={text} action={words('retry')} onAct={onRetry} />;
}

function Trouble({ text, action, onAct }: { text: string; action: string; onAct: () => void }) {
  return (
    <div className="viewer-trouble" role="alert">
      <p>{text}</p>
      <button type="button" className="viewer-button" onClick={onAct}>
        {action}
      </button>
    </div>
  );
}
