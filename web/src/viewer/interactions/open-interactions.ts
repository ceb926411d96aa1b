import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isInteractive } from '@diorama/shared/scene/interactions/is-interactive.ts';
import type { SceneChange } from '@diorama/shared/scene/scene-change.ts';
import { fetchCode } from '../../fetch-code.ts';
import type { AssetSource } from '../../scene/asset-loader.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import type { Tour } from '../open-tour.ts';
import type { SceneOptions } from '../options/scene-options.ts';
import { startActivity } from '../start-activity.ts';
import type { SceneInteractions } from './scene-interactions.ts';
import type { SoundBar } from './sound-button.ts';

/** Dependencies of the interactions of a scene. */
export type InteractionsContext = {
  /** Parent of the canvas and of the buttons. */
  host: HTMLElement;
  canvas: SceneCanvas;
  document: SceneDocument;
  /** Addresses of files. */
  assets: AssetSource;
  /** Place of the button that mutes sounds; null for none. */
  soundBar: SoundBar | null;
  tour: Tour;
  /** Null for a scene without options. */
  options: SceneOptions | null;
  /** Called if the code cannot be fetched. */
  onLost: () => void;
  /** Called with messages for the page around an embed. */
  onMessage?: (name: string, text: string) => void;
};

/** Interactions of a scene for its visitors. Every new version of its document passes through here into the view. */
export type Interactions = {
  setDocument(document: SceneDocument, change?: SceneChange): void;
  /** Starts, once the scene can be seen. */
  begin(): void;
  /** Reports that the camera has arrived at an annotation. */
  arrive(annotation: string): void;
  /** Reports how far the scene has scrolled through the window, from 0 to 1. */
  scroll(position: number): void;
  dispose(): void;
};

/** Fetches the code of interactions, once the scene has any. */
export function openInteractions(context: InteractionsContext): Interactions {
  let { document } = context;
  let running: SceneInteractions | null = null;
  let isBegun = false;
  let end: (() => void) | null = null;
  /** The last events that came before the code. */
  let arrived: string | null = null;
  let scrolled: number | null = null;
  const deliver = (interactions: SceneInteractions) => {
    if (arrived !== null) {
      interactions.arrive(arrived);
    }
    if (scrolled !== null) {
      interactions.scroll(scrolled);
    }
  };
  const start = () => {
    if (end || !isBegun || !isInteractive(document)) {
      return;
    }
    const load = async () => {
      const module = await fetchCode(() => import('./scene-interactions.ts'));
      const opened = new module.SceneInteractions({ ...context, document });
      running = opened;
      try {
        // What it does at once may change the document, which goes through `setDocument`.
        opened.begin();
        deliver(opened);
      } catch (error) {
        running = null;
        opened.dispose();
        throw error;
      }
      return opened;
    };
    end = startActivity(load, context.onLost);
  };
  return {
    setDocument: (next, change) => {
      document = next;
      if (running) {
        running.setDocument(next, change);
      } else {
        context.canvas.view.setDocument(next, change);
      }
      start();
    },
    begin: () => {
      isBegun = true;
      start();
    },
    arrive: (annotation) => {
      // Only interactions that are on their way are meant.
      arrived = isInteractive(document) ? annotation : null;
      running?.arrive(annotation);
    },
    scroll: (position) => {
      scrolled = position;
      running?.scroll(position);
    },
    dispose: () => end?.(),
  };
}
