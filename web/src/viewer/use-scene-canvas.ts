import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AssetFailure } from '../scene/asset-loader.ts';
import { troubleOf } from '../scene/no-webgl.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
import type { Words } from './language.ts';
import { createPercentage } from './loading.ts';
import { openTour, type Tour } from './open-tour.ts';
import { assetsOf, type PublicScene } from './public-scene.ts';
import { isWalkable, startWalk } from './start-walk.ts';

/** How far showing a scene has come. */
export type SceneProgress = {
  phase: 'loading' | 'ready' | 'noWebgl' | 'broken';
  /** Of the bytes, null while their number is unknown. */
  percent: number | null;
  failures: readonly AssetFailure[];
  isContextLost: boolean;
  /** The scene is large enough to walk through. */
  isWalkable: boolean;
};

const START: SceneProgress = {
  phase: 'loading',
  percent: null,
  failures: [],
  isContextLost: false,
  isWalkable: false,
};

/** Shows a scene in an element; `retry` loads what failed again, `reset` goes back to the first view. */
export function useSceneCanvas({
  host,
  scene,
  words,
  onAnnotation,
}: {
  host: RefObject<HTMLElement | null>;
  scene: PublicScene;
  words: Words;
  /** A visitor has opened an annotation. */
  onAnnotation: () => void;
}) {
  const [progress, setProgress] = useState(START);
  const [attempt, setAttempt] = useState(0);
  const canvas = useRef<SceneCanvas | null>(null);
  const endWalk = useRef<(() => void) | null>(null);
  const tellOpen = useEffectEvent((index: number | null) => index !== null && onAnnotation());

  useEffect(() => {
    const element = host.current;
    let isCurrent = attempt >= 0;
    const change = (changed: Partial<SceneProgress>) =>
      isCurrent && setProgress((before) => ({ ...before, ...changed }));
    let tour: Tour | null = null;
    setProgress(START);
    const show = async () => {
      const { SceneCanvas } = await import('../scene/scene-canvas.ts');
      if (!isCurrent || !element) {
        return;
      }
      const percentage = createPercentage();
      canvas.current = new SceneCanvas({
        host: element,
        label: words('canvas', { name: scene.name }),
        document: scene.document,
        assets: assetsOf(scene),
        onProgress: (loaded) => change({ percent: percentage(loaded) }),
        onContext: (isContextLost) => change({ isContextLost }),
        isHeld: scene.thumbnail !== null,
      });
      tour = openTour({ host: element, canvas: canvas.current, scene, words, onOpen: tellOpen });
      const failures = await canvas.current.reveal();
      change({ failures, phase: 'ready', isWalkable: canvas.current !== null && isWalkable(canvas.current) });
    };
    // Assets that fail are told by `ready`.
    show().catch((error: unknown) => change({ phase: troubleOf(error) }));
    return () => {
      isCurrent = false;
      tour?.dispose();
      endWalk.current?.();
      canvas.current?.dispose();
      canvas.current = null;
    };
  }, [host, scene, words, attempt]);

  return {
    progress,
    reset: () => canvas.current?.resetView(),
    walk: () => {
      if (canvas.current && host.current) {
        endWalk.current?.();
        const onEnd = () => endWalk.current?.();
        endWalk.current = startWalk({ host: host.current, canvas: canvas.current, words, onEnd });
      }
    },
    retry: () => setAttempt((before) => before + 1),
  };
}
