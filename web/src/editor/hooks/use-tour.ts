import { type TourStop, tourOf } from '@diorama/shared/scene/annotations.ts';
import { useMemo, useSyncExternalStore } from 'react';
import type { SceneManager } from '../managers/scene.ts';
import type { Readable } from '../store.ts';
import { useEditor } from './use-editor.tsx';

/** Annotations of the scene in tour order; searches and rerenders only when one of them changes. */
export function useTour(): readonly TourStop[] {
  const { scene } = useEditor();
  const tour = useMemo(() => followTour(scene), [scene]);
  return useSyncExternalStore(tour.subscribe, tour.get);
}

/** Annotations of a scene, as the same array until one of them changes. */
export function followTour(scene: SceneManager): Readable<readonly TourStop[]> {
  let stops = tourOf(scene.get());
  return {
    get: () => stops,
    subscribe: (listener) => {
      // The scene may have changed since the first read.
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
