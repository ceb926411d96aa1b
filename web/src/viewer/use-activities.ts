import { useEffect, useRef, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';
import { languageOfPath, type ViewerTranslate } from './language.ts';
import type { ShownScene } from './open-scene.ts';
import type { PublicScene } from './public-scene.ts';
import { type Activity, startActivity } from './start-activity.ts';
import type { SceneProgress } from './use-scene-canvas.ts';
import type { openXr } from './xr/open-xr.ts';

/** Function that opens WebXR; `coming` until support is known and its code has loaded. */
type RoomEntry = typeof openXr | 'coming' | null;

type ActivitiesOptions = {
  shown: ShownScene | null;
  phase: SceneProgress['phase'];
  scene: PublicScene;
  t: ViewerTranslate;
  /** Called when an activity's code cannot be fetched. */
  onLost: () => void;
};

/** Activities of a visitor in a scene, one at a time; each is fetched when it starts. */
export function useActivities({ shown, phase, scene, t, onLost }: ActivitiesOptions) {
  const end = useRef<() => void>(() => undefined);
  const [isTalking, setIsTalking] = useState(false);
  const [isTaking, setIsTaking] = useState(false);
  const way = useXr(phase);
  const [isXrRefused, setIsXrRefused] = useState(false);

  // An activity ends with its scene.
  useEffect(() => (shown ? () => end.current() : undefined), [shown]);

  const begin = (
    load: (context: ShownScene & { onLeave: () => void }) => Promise<Activity>,
    onRefused: () => void,
  ) => {
    if (shown) {
      setIsTalking(false);
      end.current();
      const onLeave = () => end.current();
      end.current = startActivity(
        () => load({ ...shown, onLeave }),
        () => {
          onLeave();
          onRefused();
        },
      );
    }
  };

  const { sharing } = scene;
  const enterRoom = (open: typeof openXr) => () =>
    begin(
      ({ canvas, onLeave }) => open({ canvas, sharing, onLeave }),
      () => setIsXrRefused(true),
    );
  const room = typeof way === 'function' ? enterRoom(way) : way;

  return {
    isTalking,
    isTaking,
    /** Starts WebXR where the browser supports it and has not refused; null elsewhere. */
    room: isXrRefused ? null : room,
    isXrRefused,
    /** Toggles the dialog of pictures. */
    take: () => setIsTaking((before) => !before),
    /** Toggles the comments. */
    talk: () => {
      end.current();
      setIsTalking((before) => !before);
      // Both use the same place on the page.
      void shown?.tour.go(null);
    },
    walk: () =>
      begin(async ({ host, canvas, onLeave }) => {
        const { openWalk } = await fetchCode(() => import('./open-walk.ts'));
        return openWalk({ host, canvas, t, onEnd: onLeave });
      }, onLost),
    measure: () =>
      begin(async ({ host, canvas, onLeave }) => {
        const { MeasureSession } = await fetchCode(() => import('./measure/measure-session.ts'));
        const manner = {
          unit: scene.document.unit,
          language: languageOfPath(location.pathname, navigator.languages),
        };
        return new MeasureSession({ host, canvas, manner, t, onLeave });
      }, onLost),
  };
}

/**
 * Function that opens WebXR for a scene loaded as far as `phase`, if the browser supports it; null elsewhere. Its code
 * is prefetched, as a session must be requested in the task of a tap.
 */
function useXr(phase: SceneProgress['phase']): RoomEntry {
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
      .then((next) => {
        if (isCurrent) {
          setWay(() => next);
        }
      });
    return () => {
      isCurrent = false;
    };
  }, [phase]);

  return way;
}
