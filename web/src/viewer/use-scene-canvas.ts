import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Insets } from '../scene/framing.ts';
import { coversOf, insetsOf } from '../scene/insets-of.ts';
import { troubleOf } from '../scene/no-webgl.ts';
import type { RevealStep } from '../scene/scene-canvas.ts';
import type { ViewerTranslate } from './language.ts';
import { createPercentage } from './loading.ts';
import type { ShownScene } from './open-scene.ts';
import type { AskScene, PublicScene } from './public-scene.ts';
import { SceneAssets } from './scene-assets.ts';

/** Progress of loading a scene. */
export type SceneProgress = {
  phase: 'loading' | 'ready' | 'noWebgl' | 'broken';
  /** Current step. */
  step: 'loading' | RevealStep;
  /** Percentage of the bytes, null while their number is unknown. */
  percent: number | null;
  /** Names of the assets that failed. */
  failures: readonly string[];
  isContextLost: boolean;
};

const START: SceneProgress = {
  phase: 'loading',
  step: 'loading',
  percent: null,
  failures: [],
  isContextLost: false,
};

/**
 * Shows a scene in an element; `retry` reloads failed assets. `bar` receives the button of the stored views,
 * `foot` the form of options.
 * @returns `shown` is null until the scene is visible
 */
export function useSceneCanvas({
  host,
  bar,
  foot,
  scene,
  ask,
  t,
  onAnnotation,
  onLost,
}: {
  host: RefObject<HTMLElement | null>;
  bar: RefObject<HTMLElement | null>;
  foot: RefObject<HTMLElement | null>;
  scene: PublicScene;
  /** Requests the current state of the scene, null on failure. */
  ask: AskScene;
  t: ViewerTranslate;
  /** Called when a visitor opens an annotation. */
  onAnnotation: () => void;
  /** Called if the code of a part cannot be fetched. */
  onLost: () => void;
}) {
  const [progress, setProgress] = useState(START);
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<ShownScene | null>(null);
  const handleOpen = useEffectEvent(
    (index: number | null, _title: string, isLed: boolean) => index !== null && !isLed && onAnnotation(),
  );

  const handleLost = useEffectEvent(onLost);

  // One source for all tries: an address may expire between them.
  const files = useMemo(
    () => new SceneAssets(scene.assets, async () => (await ask())?.assets ?? {}),
    [scene, ask],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the scene again.
  useEffect(() => {
    const element = host.current;
    const abort = new AbortController();
    const { signal } = abort;
    const ends: (() => void)[] = [];
    const change = (changed: Partial<SceneProgress>) => {
      if (!signal.aborted) {
        setProgress((before) => ({ ...before, ...changed }));
      }
    };
    setProgress(START);
    if (element?.parentElement) {
      ends.push(followCovers(element.parentElement, () => undefined));
    }
    const show = async () => {
      const { openScene } = await import('./open-scene.ts');
      if (signal.aborted || !element) {
        return;
      }
      const percentage = createPercentage();
      const opened = await openScene({
        ...{ host: element, scene, files, t, signal },
        bar: bar.current,
        barClass: 'viewer-icon',
        foot: foot.current,
        onProgress: (loaded) => change({ percent: percentage(loaded) }),
        onStep: (step, frameAspect) => {
          element.parentElement?.style.setProperty('--frame-aspect', String(frameAspect));
          change({ step });
        },
        onContext: (isContextLost) => change({ isContextLost }),
        onOpen: handleOpen,
        onLost: () => {
          if (!signal.aborted) {
            handleLost();
          }
        },
      });
      if (signal.aborted) {
        opened.dispose();
        return;
      }
      ends.push(opened.dispose);
      const { canvas, interactions, tour } = opened.shown;
      if (element.parentElement) {
        const cover = (insets: Insets) => {
          canvas.camera.setInsets(insets);
          canvas.resize();
        };
        ends.push(followCovers(element.parentElement, cover));
      }
      const failures = await opened.reveal();
      if (!signal.aborted) {
        change({ failures, phase: 'ready' });
        setShown(opened.shown);
        interactions.begin();
        void tour.begin();
      }
    };
    // `reveal` reports failed assets.
    show().catch((error: unknown) => change({ phase: troubleOf(error) }));
    return () => {
      abort.abort();
      setShown(null);
      for (const end of ends.reverse()) {
        end();
      }
    };
  }, [host, bar, foot, scene, files, t, attempt]);

  return { progress, shown, retry: () => setAttempt((before) => before + 1) };
}

/**
 * Measures what the parts of a page cover of its scene, at once and whenever the page changes its size. In a page that is
 * wider than high they stand in its corners and cover nothing that matters. The poster finds it in styles.
 * @returns the function that ends it
 */
function followCovers(page: HTMLElement, onChange: (insets: Insets) => void): () => void {
  const measure = () => {
    const { top, bottom } = page.clientWidth < page.clientHeight ? insetsOf(page) : { top: 0, bottom: 0 };
    page.style.setProperty('--covered-top', `${top}px`);
    page.style.setProperty('--covered-bottom', `${bottom}px`);
    onChange({ top, right: 0, bottom, left: 0 });
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(page);
  for (const cover of coversOf(page)) {
    observer.observe(cover);
  }
  return () => observer.disconnect();
}
