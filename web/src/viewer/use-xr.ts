import { useEffect, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';
import type { SceneProgress } from './use-scene-canvas.ts';
import type { openXr } from './xr/open-xr.ts';

/** Function that opens WebXR; `coming` until support is known and its code has loaded. */
export type RoomEntry = typeof openXr | 'coming' | null;

/**
 * Function that opens WebXR for a scene loaded as far as `phase`, if the browser supports it; null elsewhere. Its code
 * is prefetched, as a session must be requested in the task of a tap.
 */
export function useXr(phase: SceneProgress['phase']): RoomEntry {
  const [way, setWay] = useState<RoomEntry>(navigator.xr ? 'coming' : null);

  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const isSupported = await navigator.xr?.isSessionSupported('immersive-ar');
      if (!isSupported || phase === 'loading') {
        return isSupported ? 'coming' : null;
      }
      const part = phase === 'ready' ? await fetchCode(() => import('./xr/open-xr.ts')) : null;
      return part?.openXr ?? null;
    };
    // On failure the other AR options remain.
    load()
      .catch(() => null)
      .then((next) => isCurrent && setWay(() => next));
    return () => {
      isCurrent = false;
    };
  }, [phase]);

  return way;
}
