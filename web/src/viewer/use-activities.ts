import { useEffect, useRef, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';
import type { Words } from './language.ts';
import type { PublicScene } from './public-scene.ts';
import { type Activity, startActivity } from './start-activity.ts';
import type { ShownScene } from './use-scene-canvas.ts';
import { useXr } from './use-xr.ts';

type ActivitiesOptions = {
  shown: ShownScene | null;
  scene: PublicScene;
  words: Words;
  /** What somebody wanted to do cannot be fetched. */
  onLost: () => void;
};

/** What a visitor can do in a scene besides looking around, one thing at a time; each is fetched when it is begun. */
export function useActivities({ shown, scene, words, onLost }: ActivitiesOptions) {
  const end = useRef<() => void>(() => undefined);
  const [isTalking, setIsTalking] = useState(false);
  const [isTaking, setIsTaking] = useState(false);
  const openXr = useXr(shown !== null);
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
  const enterRoom =
    openXr &&
    (() =>
      begin(
        ({ canvas, onLeave }) => openXr({ canvas, sharing, onLeave }),
        () => setIsXrRefused(true),
      ));

  return {
    isTalking,
    isTaking,
    /** Brings the scene into the room where the browser itself can, until it has refused to; null elsewhere. */
    enterRoom: isXrRefused ? null : enterRoom,
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
        return new Meter({ host, canvas, unit: scene.document.unit, words, onLeave });
      }, onLost),
  };
}
