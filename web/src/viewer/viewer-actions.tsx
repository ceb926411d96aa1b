import { type Ref, useEffect, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';
import { IconAction } from './icon-action.tsx';
import { isWalkable } from './is-walkable.ts';
import type { ViewerTranslate } from './language.ts';
import type { ShownScene } from './open-scene.ts';
import type { PageTranslate } from './page-language.ts';
import type { PublicScene } from './public-scene.ts';
import type { useActivities } from './use-activities.ts';

type ViewerActionsProps = {
  /** Container of the views button, which is its first child. */
  ref: Ref<HTMLDivElement>;
  /** Uuid of the scene, null for a preview. */
  link: string | null;
  /** Counter that changes with every new comment. */
  talk: number;
  shown: ShownScene | null;
  activities: ReturnType<typeof useActivities>;
  sharing: PublicScene['sharing'];
  t: PageTranslate;
};

/** Actions of a visitor as icons beside the scene. */
export function ViewerActions({ ref, link, talk, shown, activities, sharing, t }: ViewerActionsProps) {
  return (
    <div className="viewer-actions" ref={ref}>
      <IconAction icon="reset" label={t('resetView')} onClick={() => shown?.canvas.camera.reset()} />
      {shown && <IconAction icon="measure" label={t('measure')} onClick={activities.measure} />}
      {shown && isWalkable(shown.canvas) && (
        <IconAction icon="walk" label={t('walk')} onClick={activities.walk} />
      )}
      {shown && sharing.allowComment && (
        <CommentsAction
          link={link}
          talk={talk}
          isTalking={activities.isTalking}
          t={t}
          onClick={activities.talk}
        />
      )}
      {shown && <IconAction icon="picture" label={t('pictures')} onClick={activities.take} />}
      <FullscreenButton t={t} />
    </div>
  );
}

/** Toggles fullscreen; hidden where the browser does not support it. */
function FullscreenButton({ t }: { t: ViewerTranslate }) {
  const [isFull, setIsFull] = useState(false);

  useEffect(() => {
    const handleChange = () => setIsFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', handleChange);
    return () => document.removeEventListener('fullscreenchange', handleChange);
  }, []);

  if (!document.fullscreenEnabled) {
    return null;
  }
  const label = t(isFull ? 'fullscreen.exit' : 'fullscreen');
  // A refusal by the browser leaves the page unchanged, which needs no message.
  const handleClick = () =>
    (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
      () => undefined,
    );

  return (
    <IconAction icon={isFull ? 'leaveFullscreen' : 'enterFullscreen'} label={label} onClick={handleClick} />
  );
}

type TalkActionProps = {
  /** Uuid of the scene, null for a preview. */
  link: string | null;
  /** Counter that changes with every new comment. */
  talk: number;
  isTalking: boolean;
  t: PageTranslate;
  onClick: () => void;
};

/** Button for visitors' comments, with the number of new ones. */
function CommentsAction({ link, talk, isTalking, t, onClick }: TalkActionProps) {
  const [news, setNews] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new comments are counted again
  useEffect(() => {
    if (isTalking || link === null) {
      setNews(0);
      return;
    }
    const watch = new AbortController();
    fetchCode(() => import('./comments/new-comments.ts')).then(
      ({ watchComments }) => {
        if (!watch.signal.aborted) {
          watchComments(link, setNews, watch.signal);
        }
      },
      // Opening the comments shows the failure.
      () => undefined,
    );
    return () => watch.abort();
  }, [link, talk, isTalking]);
  const label = news > 0 ? t('comments.news', { count: news }) : t('comments');
  return <IconAction icon="comments" label={label} badge={news} onClick={onClick} />;
}
