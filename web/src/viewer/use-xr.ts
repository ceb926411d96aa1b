import { useEffect, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';
import type { SceneProgress } from './use-scene-canvas.ts';
import type { openXr } from './xr/open-xr.ts';

/** What brings a scene into the room; `coming` until it is known whether the browser can, and until its code is there. */
export type RoomWay = typeof openXr | 'coming' | null;

/**
 * What brings a scene that has come as far as `phase` into the room, where the browser can; null elsewhere. Its code is
 * fetched beforehand: a session must be asked for in the task of a tap.
 */
export function useXr(phase: SceneProgress['phase']): RoomWay {
  const [way, setWay] = useState<RoomWay>(navigator.xr ? 'coming' : null);

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
    // Without it there are the other ways into AR.
    load()
      .catch(() => null)
      .then((next) => isCurrent && setWay(() => next));
    return () => {
      isCurrent = false;
    };
  }, [phase]);

  return way;
}
