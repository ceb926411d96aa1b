import type { CanvasCamera, CanvasLayer, SceneCanvas } from '../../scene/scene-canvas.ts';
import type { EditorSession } from '../session.ts';
import type { ViewportColors } from '../viewport/viewport-colors.ts';
import { Badges } from './badges.tsx';
import { OverlayRoot } from './overlay-root.ts';
import { SceneOverlay } from './scene-overlay.tsx';

/** Creates the editor overlay of a scene. */
export function openOverlay(
  session: EditorSession,
  colors: ViewportColors,
  { renderer, camera, invalidate }: Pick<SceneCanvas<CanvasCamera>, 'renderer' | 'camera' | 'invalidate'>,
): CanvasLayer {
  const root = new OverlayRoot({ renderer, camera: () => camera.shown, onInvalidate: invalidate });
  const badges = new Badges(invalidate);
  root.render(<SceneOverlay session={session} drawing={{ colors, badges }} />);
  return {
    draw: (now) => {
      renderer.clearDepth();
      root.draw(now);
    },
    dispose: () => {
      root.dispose();
      badges.dispose();
    },
  };
}
