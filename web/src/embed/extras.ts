import { fetchCode } from '../fetch-code.ts';
import { isWalkable } from '../viewer/is-walkable.ts';
import { subscribeToLink } from '../viewer/link-events.ts';
import type { PublicScene } from '../viewer/public-scene.ts';
import type { SceneAssets } from '../viewer/scene-assets.ts';
import { startActivity } from '../viewer/start-activity.ts';
import { startVisit, type VisitCounter } from '../viewer/visit-counter.ts';
import { watchLink } from '../viewer/watch-link.ts';
import { offerAr } from './ar-launcher.ts';
import { type HostedScene, HostLink } from './host-link.ts';
import type { WalkContext } from './walk.ts';

/** A downloaded page reports no visits. */
const UNCOUNTED: VisitCounter = { count: () => undefined };

/** Functions of an embed besides showing its scene. */
export type Extras = {
  handleOpen(index: number | null, title: string, isLed: boolean): void;
  /** Sends a message of an interaction to the embedding page. */
  handleMessage(name: string, text: string): void;
};

/**
 * Dependencies of the extras; `foot` takes the AR entry, and `notes` a sentence where there is none. `onLost` is called
 * if code cannot be fetched.
 */
type ExtrasContext = Omit<HostedScene, 'stopWalking'> &
  WalkContext & { files: SceneAssets; foot: HTMLElement; notes: HTMLElement; onLost: () => void };

/**
 * Counts the visit, offers a walk and AR, and shows when the scene is closed. Follows a live link and connects to
 * the embedding page. Its code is fetched when the scene is visible.
 */
export function openExtras({
  canvas,
  tour,
  files,
  options,
  interactions,
  scene,
  foot,
  notes,
  ...context
}: ExtrasContext): Extras {
  let stopWalking: () => void = () => undefined;
  if (isWalkable(canvas)) {
    fetchCode(() => import('./walk.ts')).then(({ offerWalk }) => {
      stopWalking = offerWalk({ canvas, ...context });
    }, context.onLost);
  }
  const forGood = new AbortController().signal;
  const visit = scene.standalone ? UNCOUNTED : startVisit(scene.uuid, 'embed', forGood);
  const offer = (of: PublicScene) =>
    offerAr({ foot, scene: of, t: context.t, onLaunch: () => visit.count('ar') });
  if (options) {
    fetchCode(() => import('./ar-of-choices.ts')).then(
      ({ offerArOfChoices }) => offerArOfChoices({ foot, notes, options, scene, offer }),
      context.onLost,
    );
  } else {
    offer(scene);
  }
  if (!scene.standalone) {
    followLink({ ...context, canvas, tour, files, options, interactions, scene, forGood });
  }
  const host =
    window.parent === window
      ? null
      : new HostLink({ canvas, tour, options, interactions, scene, stopWalking: () => stopWalking() });
  return {
    handleOpen: (index, title, isLed) => {
      if (index !== null && !isLed) {
        visit.count('annotation');
      }
      host?.post({ type: 'annotation', index, title });
    },
    handleMessage: (name, text) => host?.post({ type: 'interaction', name, text }),
  };
}

/** Reloads the page when the link is closed, and follows the drafts of a live link. */
function followLink({
  canvas,
  tour,
  files,
  options,
  interactions,
  scene,
  forGood,
  host,
  onLost,
}: Omit<ExtrasContext, 'foot' | 'notes'> & { forGood: AbortSignal }): void {
  const look = watchLink(scene.uuid, () => location.reload(), forGood);
  if (hasManyStreams()) {
    subscribeToLink(scene.uuid, (what) => what !== 'comments' && look(), forGood);
  }
  if (scene.sharing.live) {
    const shown = { host, canvas, tour, files, options, interactions };
    startActivity(async () => {
      const { followLiveScene } = await fetchCode(() => import('./live.ts'));
      return followLiveScene({ uuid: scene.uuid, shown, onRefused: look });
    }, onLost);
  }
}

/**
 * Whether streams of this page's origin share one connection (HTTP/2 or 3). HTTP/1.1 browsers open six connections per
 * origin, and a page may hold as many embeds, so those poll once a minute instead.
 */
function hasManyStreams(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page !== undefined && ['h2', 'h3'].includes(page.nextHopProtocol);
}
