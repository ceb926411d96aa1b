import { type TourStop, tourOf } from '@diorama/shared/scene/annotations.ts';
import { useMemo, useSyncExternalStore } from 'react';
import type { SceneManager } from '../managers/scene.ts';
import type { Readable } from '../store.ts';
import { useEditor } from './use-editor.tsx';

/** The annotations of the scene in their order; drawn anew, and looked for among all things, only when one of them changes. */
export function useTour(): readonly TourStop[] {
  const { scene } = useEditor();
  const tour = useMemo(() => followTour(scene), [scene]);
  return useSyncExternalStore(tour.subscribe, tour.get);
}

/** The annotations of a scene, the same list until one of them changes. */
export function followTour(scene: SceneManager): Readable<readonly TourStop[]> {
  let stops = tourOf(scene.get());
  return {
    get: () => stops,
    subscribe: (listener) => {
      // Something may have changed since it was first asked for.
      stops = tourOf(scene.get());
      return scene.onNodes(
        (kind) => kind === 'annotation',
        () => {
          stops = tourOf(scene.get());
          listener();
        },
      );
    },
  };
}
