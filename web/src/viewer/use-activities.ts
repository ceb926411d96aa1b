import { useEffect, useRef, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';
import { languageOf, type Words } from './language.ts';
import type { PublicScene } from './public-scene.ts';
import { type Activity, startActivity } from './start-activity.ts';
import type { SceneProgress, ShownScene } from './use-scene-canvas.ts';
import { useXr } from './use-xr.ts';
import type { openXr } from './xr/open-xr.ts';

type ActivitiesOptions = {
  shown: ShownScene | null;
  phase: SceneProgress['phase'];
  scene: PublicScene;
  words: Words;
  /** What somebody wanted to do cannot be fetched. */
  onLost: () => void;
};

/** What a visitor can do in a scene besides looking around, one thing at a time; each is fetched when it is begun. */
export function useActivities({ shown, phase, scene, words, onLost }: ActivitiesOptions) {
  const end = useRef<() => void>(() => undefined);
  const [isTalking, setIsTalking] = useState(false);
  const [isTaking, setIsTaking] = useState(false);
  const way = useXr(phase);
  const [isXrRefused, setIsXrRefused] = useState(false);

  // What is done in a scene ends with it.
  useEffect(() => (shown ? () => end.current() : undefined), [shown]);

  const begin = (
    load: (means: ShownScene & { onLeave: () => void }) => Promise<Activity>,
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
    /** Brings the scene into the room where the browser itself can, until it has refused to; null elsewhere. */
    room: isXrRefused ? null : room,
    isXrRefused,
    /** Shows what pictures can be made, or puts it away. */
    take: () => setIsTaking((before) => !before),
    /** Shows what visitors say, or puts it away. */
    talk: () => {
      end.current();
      setIsTalking((before) => !before);
      // Both would stand in the same place.
      void shown?.tour.go(null);
    },
    walk: () =>
      begin(async ({ host, canvas, onLeave }) => {
        const { openWalk } = await fetchCode(() => import('./open-walk.ts'));
        return openWalk({ host, canvas, words, onEnd: onLeave });
      }, onLost),
    measure: () =>
      begin(async ({ host, canvas, onLeave }) => {
        const { Meter } = await fetchCode(() => import('./meter/meter.ts'));
        const manner = {
          unit: scene.document.unit,
          language: languageOf(location.pathname, navigator.languages),
        };
        return new Meter({ host, canvas, manner, words, onLeave });
      }, onLost),
  };
}
