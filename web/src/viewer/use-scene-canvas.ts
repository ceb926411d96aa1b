import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { AssetFailure } from '../scene/asset-loader.ts';
import type { DocumentCamera } from '../scene/document-camera.ts';
import type { Insets } from '../scene/framing.ts';
import { troubleOf } from '../scene/no-webgl.ts';
import { openCopies } from '../scene/open-copies.ts';
import type { RevealStep, SceneCanvas, SceneCanvasOptions } from '../scene/scene-canvas.ts';
import { followCovers } from './follow-covers.ts';
import { type Interactions, openInteractions } from './interactions/open-interactions.ts';
import type { ViewerTranslate } from './language.ts';
import { createPercentage } from './loading.ts';
import { openTour, type Tour } from './open-tour.ts';
import { openViews } from './open-views.ts';
import { followOptions, openOptions, showOptionsForm } from './options/open-options.ts';
import type { SceneOptions } from './options/scene-options.ts';
import type { AskScene, PublicScene } from './public-scene.ts';
import { SceneAssets } from './scene-assets.ts';

/** Progress of loading a scene. */
export type SceneProgress = {
  phase: 'loading' | 'ready' | 'noWebgl' | 'broken';
  /** Current step. */
  step: 'loading' | RevealStep;
  /** Percentage of the bytes, null while their number is unknown. */
  percent: number | null;
  failures: readonly AssetFailure[];
  isContextLost: boolean;
};

/** A visible scene; `host` holds its canvas. */
export type ShownScene = {
  host: HTMLElement;
  canvas: SceneCanvas;
  tour: Tour;
  files: SceneAssets;
  /** Null for a scene without options. */
  options: SceneOptions | null;
  interactions: Interactions;
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
}) {
  const [progress, setProgress] = useState(START);
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<ShownScene | null>(null);
  const tellOpen = useEffectEvent(
    (index: number | null, _title: string, isLed: boolean) => index !== null && !isLed && onAnnotation(),
  );

  // One source for all tries: an address may expire between them.
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
    if (element?.parentElement) {
      ends.push(followCovers(element.parentElement, () => undefined));
    }
    const show = async () => {
      const [{ openDocument }, options, copies] = await Promise.all([
        import('../scene/document-camera.ts'),
        openOptions(scene.document),
        openCopies(scene.document),
      ]);
      if (!isCurrent || !element) {
        return;
      }
      const document = options?.document ?? scene.document;
      const canvas = openDocument({
        host: element,
        label: t('canvas', { name: scene.name }),
        document,
        assets: files.source,
        copies,
        isHeld: scene.thumbnail !== null,
        ...report(element, change, () => canvas.camera.frameAspect),
      });
      ends.push(() => canvas.dispose());
      if (element.parentElement) {
        const cover = (insets: Insets) => {
          canvas.camera.setInsets(insets);
          canvas.resize();
        };
        ends.push(followCovers(element.parentElement, cover));
      }
      const tour = openTour({
        ...{ host: element, canvas, document: canvas.view.shown ?? document, assets: files.source, t },
        onOpen: tellOpen,
        onArrive: (id) => interactions.arrive(id),
      });
      ends.push(() => tour.dispose());
      const interactions = openInteractions({
        ...{ host: element, canvas, document, tour, options, assets: files.source },
        soundBar: bar.current && { element: bar.current, className: 'viewer-icon' },
      });
      ends.push(() => interactions.dispose());
      if (bar.current) {
        ends.push(openViews({ bar: bar.current, className: 'viewer-icon', canvas, scene, t }));
      }
      if (options && foot.current) {
        ends.push(followOptions(options, { canvas, tour, interactions }));
        ends.push(showOptionsForm({ place: foot.current, options, files }));
      }
      const failures = await canvas.reveal();
      if (isCurrent) {
        change({ failures, phase: 'ready' });
        setShown({ host: element, canvas, tour, files, options, interactions });
        interactions.begin();
        void tour.begin();
      }
    };
    // `ready` reports failed assets.
    show().catch((error: unknown) => change({ phase: troubleOf(error) }));
    return () => {
      isCurrent = false;
      setShown(null);
      for (const end of ends.reverse()) {
        end();
      }
    };
  }, [host, bar, foot, scene, files, t, attempt]);

  return { progress, shown, retry: () => setAttempt((before) => before + 1) };
}

/** Callbacks of a canvas that report its progress; the poster takes the size of the first picture. */
function report(
  { parentElement }: HTMLElement,
  change: (changed: Partial<SceneProgress>) => void,
  frameAspect: () => number,
): Pick<SceneCanvasOptions<DocumentCamera>, 'onProgress' | 'onStep' | 'onContext'> {
  const percentage = createPercentage();
  return {
    onProgress: (loaded) => change({ percent: percentage(loaded) }),
    onStep: (step) => {
      parentElement?.style.setProperty('--frame-aspect', String(frameAspect()));
      change({ step });
    },
    onContext: (isContextLost) => change({ isContextLost }),
  };
}
