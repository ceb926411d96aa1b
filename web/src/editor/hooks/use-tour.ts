import { type TourStop, tourOf } from '@diorama/shared/scene/annotations.ts';
import { computed, type ReadonlySignal, untracked } from '@preact/signals-core';
import { useMemo } from 'react';
import type { SceneManager } from '../managers/scene.ts';
import { useEditor } from './use-editor.tsx';
import { useSignalValue } from './use-signal-value.ts';

/** Annotations of the scene in tour order; searches and rerenders only when one of them changes. */
export function useTour(): readonly TourStop[] {
  const { scene } = useEditor();
  return useSignalValue(useMemo(() => followTour(scene), [scene]));
}

/** Annotations of a scene, as the same array until one of them changes. */
export function followTour(scene: SceneManager): ReadonlySignal<readonly TourStop[]> {
  return computed(() => {
    void scene.revisionOf('annotation');
    return untracked(() => tourOf(scene.document.value));
  });
}
