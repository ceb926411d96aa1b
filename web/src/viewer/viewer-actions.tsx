import type { Ref } from 'react';
import { FullscreenButton } from './fullscreen-button.tsx';
import { IconAction } from './icon-action.tsx';
import { isWalkable } from './is-walkable.ts';
import type { PageWords } from './page-language.ts';
import type { PublicScene } from './public-scene.ts';
import { TalkAction } from './talk-action.tsx';
import type { useActivities } from './use-activities.ts';
import type { ShownScene } from './use-scene-canvas.ts';

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
  words: PageWords;
};

/** Actions of a visitor as icons beside the scene. */
export function ViewerActions({ ref, link, talk, shown, activities, sharing, words }: ViewerActionsProps) {
  return (
    <div className="viewer-actions" ref={ref}>
      <IconAction icon="reset" label={words('resetView')} onClick={() => shown?.canvas.resetView()} />
      {shown && <IconAction icon="measure" label={words('measure')} onClick={activities.measure} />}
      {shown && isWalkable(shown.canvas) && (
        <IconAction icon="walk" label={words('walk')} onClick={activities.walk} />
      )}
      {shown && sharing.allowComment && (
        <TalkAction
          link={link}
          talk={talk}
          isTalking={activities.isTalking}
          words={words}
          onClick={activities.talk}
        />
      )}
      {shown && <IconAction icon="picture" label={words('pictures')} onClick={activities.take} />}
      <FullscreenButton words={words} />
    </div>
  );
}
