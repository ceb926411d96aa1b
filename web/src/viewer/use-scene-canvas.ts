import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { AssetFailure } from '../scene/asset-loader.ts';
import { troubleOf } from '../scene/no-webgl.ts';
import type { RevealStep, SceneCanvas } from '../scene/scene-canvas.ts';
import type { Words } from './language.ts';
import { createPercentage } from './loading.ts';
import { openTour, type Tour } from './open-tour.ts';
import { openViews } from './open-views.ts';
import type { AskScene, PublicScene } from './public-scene.ts';
import { SceneAssets } from './scene-assets.ts';

/** How far showing a scene has come. */
export type SceneProgress = {
  phase: 'loading' | 'ready' | 'noWebgl' | 'broken';
  /** What is done while it is loading. */
  step: 'loading' | RevealStep;
  /** Of the bytes, null while their number is unknown. */
  percent: number | null;
  failures: readonly AssetFailure[];
  isContextLost: boolean;
};

/** A scene that can be seen; `host` holds its canvas. */
export type ShownScene = { host: HTMLElement; canvas: SceneCanvas; tour: Tour; files: SceneAssets };

const START: SceneProgress = {
  phase: 'loading',
  step: 'loading',
  percent: null,
  failures: [],
  isContextLost: false,
};

/**
 * Shows a scene in an element; `retry` loads what failed again. `bar` gets the button of the views that the scene keeps.
 * @returns `shown` is null until the scene can be seen
 */
export function useSceneCanvas({
  host,
  bar,
  scene,
  ask,
  words,
  onAnnotation,
}: {
  host: RefObject<HTMLElement | null>;
  bar: RefObject<HTMLElement | null>;
  scene: PublicScene;
  /** Asks for the scene as it is now, null where that cannot be had. */
  ask: AskScene;
  words: Words;
  /** A visitor has opened an annotation. */
  onAnnotation: () => void;
}) {
  const [progress, setProgress] = useState(START);
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<ShownScene | null>(null);
  const tellOpen = useEffectEvent(
    (index: number | null, _title: string, isLed: boolean) => index !== null && !isLed && onAnnotation(),
  );

  // Of one scene through all attempts: an address that was known at the first may have ended by the next.
  const files = useMemo(
    () => new SceneAssets(scene.assets, async () => (await ask())?.assets ?? {}),
    [scene, ask],
  );

  useEffect(() => {
    const element = host.current;
    let isCurrent = attempt >= 0;
    const ends: (() => void)[] = [];
    const change = (changed: Partial<SceneProgress>) =>
      isCurrent && setProgress((before) => ({ ...before, ...changed }));
    setProgress(START);
    const show = async () => {
      const { SceneCanvas } = await import('../scene/scene-canvas.ts');
      if (!isCurrent || !element) {
        return;
      }
      const percentage = createPercentage();
      const canvas = new SceneCanvas({
        host: element,
        label: words('canvas', { name: scene.name }),
        document: scene.document,
        assets: files.source,
        onProgress: (loaded) => change({ percent: percentage(loaded) }),
        onStep: (step) => change({ step }),
        onContext: (isContextLost) => change({ isContextLost }),
        isHeld: scene.thumbnail !== null,
      });
      ends.push(() => canvas.dispose());
      const tour = openTour({
        host: element,
        canvas,
        document: scene.document,
        assets: files.source,
        words,
        onOpen: tellOpen,
      });
      ends.push(() => tour.dispose());
      if (bar.current) {
        ends.push(openViews({ bar: bar.current, className: 'viewer-icon', canvas, scene, words }));
      }
      const failures = await canvas.reveal();
      if (isCurrent) {
        change({ failures, phase: 'ready' });
        setShown({ host: element, canvas, tour, files });
        void tour.begin();
      }
    };
    // Assets that fail are told by `ready`.
    show().catch((error: unknown) => change({ phase: troubleOf(error) }));
    return () => {
      isCurrent = false;
      setShown(null);
      for (const end of ends.reverse()) {
        end();
      }
    };
  }, [host, bar, scene, files, words, attempt]);

  return { progress, shown, retry: () => setAttempt((before) => before + 1) };
}
