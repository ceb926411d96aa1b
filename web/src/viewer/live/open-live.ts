import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { ViewerTranslate } from '../language.ts';
import type { Activity } from '../start-activity.ts';
import type { ShownScene } from '../use-scene-canvas.ts';
import { DraggedNodes } from './dragged-nodes.ts';
import { fetchLiveScene } from './live-calls.ts';
import { LiveConnection } from './live-connection.ts';
import { PresenterView } from './presenter-view.ts';
import { retryFiles } from './retry-files.ts';

/** Debounce of the annotations' update, as their positions depend on the whole scene. */
const TOUR_MS = 200;

/** Shows a scene while it is edited, and follows a presenter. */
export function openLive({
  uuid,
  shown,
  t,
  onRefused,
  onDocument,
}: {
  uuid: string;
  shown: ShownScene;
  t: ViewerTranslate;
  /** Called when the link is no longer live, or is closed. */
  onRefused: () => void;
  /** Called now and then with the changed document, for its text outline. */
  onDocument?: (document: SceneDocument) => void;
}): Activity {
  const led = new PresenterView(shown, t);
  const dragged = new DraggedNodes(shown.canvas.view);
  shown.files.setMore(async () => (await fetchLiveScene(uuid)).assets);
  let timer: ReturnType<typeof setTimeout> | null = null;
  const showTour = () => {
    timer = null;
    const { document } = shown.canvas.view;
    if (document) {
      shown.tour.setDocument(document);
      onDocument?.(document);
    }
  };
  const connection = new LiveConnection({
    uuid,
    token: async () => {
      const { token, assets } = await fetchLiveScene(uuid);
      shown.files.know(assets);
      return token;
    },
    onDocument: (document, change) => {
      shown.canvas.setDocument(document, change);
      timer ??= setTimeout(showTour, TOUR_MS);
    },
    onShown: (next) => led.show(next),
    onDrags: (drags) => dragged.show(drags),
    onOver: onRefused,
  });
  const endLate = retryFiles(shown);
  return {
    dispose: () => {
      endLate();
      connection.dispose();
      dragged.show([]);
      clearTimeout(timer ?? undefined);
      shown.files.setMore(null);
      led.dispose();
    },
  };
}
