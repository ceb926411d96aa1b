import { fetchCode } from '../fetch-code.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
import { iconButton, showIcon } from '../viewer/icon-button.ts';
import type { ViewerTranslate } from '../viewer/language.ts';
import { startActivity } from '../viewer/start-activity.ts';

/** Dependencies of a walk through an embedded scene. `bar` holds the camera controls. */
export type WalkContext = { host: HTMLElement; bar: HTMLElement; canvas: SceneCanvas; t: ViewerTranslate };

/**
 * Adds a walk button to the camera controls. The walk's code is fetched on the first press.
 * @returns a function that ends a running walk
 */
export function offerWalk({ host, bar, canvas, t }: WalkContext): () => void {
  let end: () => void = () => undefined;
  const button = iconButton('embed-icon');
  showIcon(button, 'walk', t('walk'));
  button.addEventListener('click', () => {
    end();
    const onEnd = () => {
      end();
      // The walk moved the focus, and the bar was hidden meanwhile.
      button.focus();
    };
    end = startActivity(
      async () => {
        const { openWalk } = await fetchCode(() => import('../viewer/open-walk.ts'));
        const walk = openWalk({ host, canvas, t, onEnd });
        // The overlay disappears with this frame, and a browser may clear the canvas with it; the scene is redrawn
        // afterwards.
        requestAnimationFrame(() => requestAnimationFrame(() => canvas.invalidate()));
        return walk;
      },
      // A newer release has other files; the reloaded page knows them.
      () => location.reload(),
    );
  });
  bar.append(button);
  return () => end();
}
