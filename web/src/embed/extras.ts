import { fetchCode } from '../fetch-code.ts';
import { isWalkable } from '../viewer/is-walkable.ts';
import { startVisit } from '../viewer/visit-counter.ts';
import { watchLink } from '../viewer/watch-link.ts';
import { type HostedScene, HostLink } from './host-link.ts';
import type { WalkMeans } from './walk.ts';

/** What an embed does besides showing its scene. */
export type Extras = {
  handleOpen(index: number | null, title: string, isLed: boolean): void;
  handleAr(): void;
};

/** What extras are made with. */
export type ExtrasMeans = Omit<HostedScene, 'stopWalking'> & WalkMeans;

/** Counts the visit, offers a walk, says when the scene is closed, and talks with the page around the embed; fetched when the scene can be seen. */
export function openExtras({ canvas, tour, scene, ...means }: ExtrasMeans): Extras {
  let stopWalking: () => void = () => undefined;
  if (isWalkable(canvas)) {
    fetchCode(() => import('./walk.ts')).then(
      ({ offerWalk }) => {
        stopWalking = offerWalk({ canvas, ...means });
      },
      // The scene can be looked at without walking.
      () => undefined,
    );
  }
  // What is not there to lead through leaves the scene as it is.
  void tour.begin();
  const forGood = new AbortController().signal;
  const visit = startVisit(scene.uuid, 'embed', forGood);
  watchLink(scene.uuid, () => location.reload(), forGood);
  const host =
    window.parent === window ? null : new HostLink({ canvas, tour, scene, stopWalking: () => stopWalking() });
  return {
    handleOpen: (index, title, isLed) => {
      if (index !== null && !isLed) {
        visit.count('annotation');
      }
      host?.tell({ type: 'annotation', index, title });
    },
    handleAr: () => visit.count('ar'),
  };
}
