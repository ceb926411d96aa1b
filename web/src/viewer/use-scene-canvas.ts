import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Insets } from '../scene/framing.ts';
import { coversOf, insetsOf } from '../scene/insets-of.ts';
import { troubleOf } from '../scene/no-webgl.ts';
import type { RevealStep, SceneCanvas } from '../scene/scene-canvas.ts';
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

/** A scene on its page. */
type SceneOnPage = {
  host: RefObject<HTMLElement | null>;
  /** Receives the button of the stored views. */
  bar: RefObject<HTMLElement | null>;
  /** Receives the form of options. */
  foot: RefObject<HTMLElement | null>;
  scene: PublicScene;
  /** Requests the current state of the scene, null on failure. */
  ask: AskScene;
  t: ViewerTranslate;
  /** Called when a visitor opens an annotation. */
  onAnnotation: () => void;
  /** Called if the code of a part cannot be fetched. */
  onLost: () => void;
};

/**
 * Shows a scene in an element; `retry` reloads failed assets, `forgetFailures` is for those that have loaded since.
 * @returns `shown` is null until the scene is visible
 */
export function useSceneCanvas({ host, bar, foot, scene, ask, t, onAnnotation, onLost }: SceneOnPage) {
  const [progress, setProgress] = useState(START);
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<ShownScene | null>(null);
  const handleOpen = useEffectEvent(
    (index: number | null, _title: string, isLed: boolean) => index !== null && !isLed && onAnnotation(),
  );
  const handleLost = useEffectEvent(onLost);
  const files = useSceneFiles(scene, ask);
  usePosterCovers(host);

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
    const show = async () => {
      const { openScene } = await import('./open-scene.ts');
      if (signal.aborted || !element) {
        return;
      }
      const percentage = createPercentage();
      const opened = await openScene({
        ...{ host: element, scene, files, t, signal },
        ...{ bar: bar.current, barClass: 'viewer-icon', foot: foot.current },
        onProgress: (loaded) => change({ percent: percentage(loaded) }),
        onStep: (step, frameAspect) => {
          element.parentElement?.style.setProperty('--frame-aspect', String(frameAspect));
          change({ step });
        },
        onContext: (isContextLost) => change({ isContextLost }),
        onOpen: handleOpen,
        onLost: () => !signal.aborted && handleLost(),
      });
      if (signal.aborted) {
        opened.dispose();
        return;
      }
      ends.push(opened.dispose);
      const { canvas, interactions, tour } = opened.shown;
      ends.push(keepClearOfCovers(canvas, element));
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

  return {
    progress,
    shown,
    retry: () => setAttempt((before) => before + 1),
    forgetFailures: () => setProgress((before) => ({ ...before, failures: [] })),
  };
}

/** Files of a scene: one source for all tries, as an address may expire between them. */
function useSceneFiles({ assets }: PublicScene, ask: AskScene): SceneAssets {
  return useMemo(() => new SceneAssets(assets, async () => (await ask())?.assets ?? {}), [assets, ask]);
}

/** Measures the covers for the poster, which is shown before the canvas. */
function usePosterCovers(host: RefObject<HTMLElement | null>): void {
  useEffect(() => (host.current ? followCovers(host.current, () => undefined) : undefined), [host]);
}

/** Frames the scene in what the parts of its page leave of it. @returns the function that ends it */
function keepClearOfCovers(canvas: SceneCanvas, host: HTMLElement): () => void {
  return followCovers(host, (insets) => {
    canvas.camera.setInsets(insets);
    canvas.resize();
  });
}

/**
 * Measures how much of the scene the parts of a page cover, at once and after changes of size. In a wide
 * page they are in its corners and not counted. The poster reads the result from styles.
 * @returns the function that ends it
 */
function followCovers(host: HTMLElement, onChange: (insets: Insets) => void): () => void {
  const page = host.parentElement;
  if (!page) {
    return () => undefined;
  }
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
