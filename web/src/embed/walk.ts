import { fetchCode } from '../fetch-code.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
import { iconButton, showIcon } from '../viewer/icon-button.ts';
import type { Words } from '../viewer/language.ts';
import { startActivity } from '../viewer/start-activity.ts';

/** What walking through an embedded scene needs. `bar` holds the ways to look at it. */
export type WalkMeans = { host: HTMLElement; bar: HTMLElement; canvas: SceneCanvas; words: Words };

/**
 * Puts the way to walk through a scene beside the others. What walks is fetched when somebody sets out.
 * @returns what ends a walk, if there is one
 */
export function offerWalk({ host, bar, canvas, words }: WalkMeans): () => void {
  let end: () => void = () => undefined;
  const button = iconButton('embed-icon');
  showIcon(button, 'walk', words('walk'));
  button.addEventListener('click', () => {
    end();
    const onEnd = () => {
      end();
      // The walk took what keys are pressed on, and the bar was hidden meanwhile.
      button.focus();
    };
    end = startActivity(
      async () => {
        const { openWalk } = await fetchCode(() => import('../viewer/open-walk.ts'));
        const walk = openWalk({ host, canvas, words, onEnd });
        // What lay over the picture is hidden with this frame, and a browser may lose the picture by that: it is drawn after it.
        requestAnimationFrame(() => requestAnimationFrame(() => canvas.invalidate()));
        return walk;
      },
      // Another release is there by now: its page knows where its files are.
      () => location.reload(),
    );
  });
  bar.append(button);
  return () => end();
}
