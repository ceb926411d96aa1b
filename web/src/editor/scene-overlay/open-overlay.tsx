import type { EditorSession } from '../session.ts';
import type { DrawnOver, OverlayContext } from '../viewport/editor-canvas.ts';
import type { ViewportColors } from '../viewport/viewport-colors.ts';
import { Badges } from './badges.tsx';
import { Overlay } from './overlay.tsx';
import { OverlayRoot } from './overlay-root.ts';

/** Creates the editor overlay of a scene. */
export function openOverlay(
  session: EditorSession,
  colors: ViewportColors,
  context: OverlayContext,
): DrawnOver {
  const root = new OverlayRoot(context);
  const badges = new Badges(context.onInvalidate);
  root.render(<Overlay session={session} drawing={{ colors, badges }} />);
  return {
    draw: (now) => root.draw(now),
    dispose: () => {
      root.dispose();
      badges.dispose();
    },
  };
}
