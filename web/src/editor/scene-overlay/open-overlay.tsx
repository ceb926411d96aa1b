import type { EditorSession } from '../editor-session.ts';
import type { DrawnOver, OverMeans } from '../viewport/editor-canvas.ts';
import type { ViewportColors } from '../viewport/viewport-colors.ts';
import { Badges } from './badges.tsx';
import { Overlay } from './overlay.tsx';
import { OverlayRoot } from './overlay-root.ts';

/** Creates the editor overlay of a scene. */
export function openOverlay(session: EditorSession, colors: ViewportColors, means: OverMeans): DrawnOver {
  const root = new OverlayRoot(means);
  const badges = new Badges(means.onInvalidate);
  root.render(<Overlay session={session} drawing={{ colors, badges }} />);
  return {
    draw: (now) => root.draw(now),
    dispose: () => {
      root.dispose();
      badges.dispose();
    },
  };
}
