import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { Words } from '../language.ts';
import type { Activity } from '../start-activity.ts';
import type { ShownScene } from '../use-scene-canvas.ts';
import { DraggedNodes } from './dragged-nodes.ts';
import { followLateFiles } from './late-files.ts';
import { LedView } from './led-view.ts';
import { askLive } from './live-calls.ts';
import { LiveConnection } from './live-connection.ts';

/** Debounce of the annotations' update, as their positions depend on the whole scene. */
const TOUR_MS = 200;

/** Shows a scene while it is edited, and follows a presenter. */
export function openLive({
  uuid,
  shown,
  words,
  onRefused,
  onDocument,
}: {
  uuid: string;
  shown: ShownScene;
  words: Words;
  /** Called when the link is no longer live, or is closed. */
  onRefused: () => void;
  /** Called now and then with the changed document, for its text outline. */
  onDocument?: (document: SceneDocument) => void;
}): Activity {
  const led = new LedView(shown, words);
  const dragged = new DraggedNodes(shown.canvas.view);
  shown.files.setMore(async () => (await askLive(uuid)).assets);
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
      const { token, assets } = await askLive(uuid);
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
  const endLate = followLateFiles(shown);
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
