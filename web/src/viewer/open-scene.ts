import { neededFilesOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { isCodeFailure } from '../scene/asset-loader.ts';
import { type DocumentCamera, openDocument } from '../scene/document-camera.ts';
import { openCopies } from '../scene/open-copies.ts';
import type { SceneCanvas, SceneCanvasOptions } from '../scene/scene-canvas.ts';
import {
  type Interactions,
  type InteractionsContext,
  openInteractions,
} from './interactions/open-interactions.ts';
import type { ViewerTranslate } from './language.ts';
import { openTour, type Tour } from './open-tour.ts';
import { openViews } from './open-views.ts';
import { followOptions, openOptions, showOptionsForm } from './options/open-options.ts';
import type { SceneOptions } from './options/scene-options.ts';
import type { PublicScene } from './public-scene.ts';
import type { SceneAssets } from './scene-assets.ts';

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

/** Places of a scene on its page, and callbacks. */
type OpenSceneOptions = Pick<ShownScene, 'host' | 'files'> &
  Pick<SceneCanvasOptions<DocumentCamera>, 'onProgress' | 'onContext'> &
  Pick<InteractionsContext, 'onMessage'> & {
    scene: PublicScene;
    t: ViewerTranslate;
    /** Takes the buttons of sounds and of stored views, which have the class `barClass`. */
    bar: HTMLElement | null;
    barClass: string;
    /** Takes the form of options. */
    foot: HTMLElement | null;
    onStep: (step: 'preparing' | 'drawing', frameAspect: number) => void;
    onOpen: (index: number | null, title: string, isLed: boolean) => void;
    /** Called if the code of a part cannot be fetched; the scene works without that part. */
    onLost: () => void;
    /** Its abort before the canvas is open rejects; afterwards `dispose` ends the scene. */
    signal?: AbortSignal;
  };

/**
 * Opens a published scene in its page. Pages show the poster first, as this module comes with the code that draws.
 */
export async function openScene({
  host,
  scene,
  files,
  t,
  bar,
  barClass,
  foot,
  onProgress,
  onStep,
  onContext,
  onOpen,
  onLost,
  onMessage,
  signal,
}: OpenSceneOptions) {
  const [options, copies] = await Promise.all([openOptions(scene, onLost), openCopies(scene.document)]);
  signal?.throwIfAborted();
  const document = options?.document ?? scene.document;
  const assets = files.source;
  const ends: (() => void)[] = [];
  const canvas = openDocument({
    ...{ host, document, assets, copies, onContext },
    onProgress: (progress) => {
      onProgress?.(progress);
      if (progress.failures.some(isCodeFailure)) {
        onLost();
      }
    },
    label: t('canvas', { name: scene.name }),
    onStep: (step) => onStep(step, canvas.camera.frameAspect),
    isHeld: scene.thumbnail !== null,
  });
  ends.push(() => canvas.dispose());
  const dispose = () => {
    for (const end of ends.splice(0).reverse()) {
      end();
    }
  };
  try {
    const inLanguage = canvas.view.shown ?? document;
    const tour = openTour({
      ...{ host, canvas, document: inLanguage, assets, t, onOpen, onLost },
      onArrive: (id) => interactions.arrive(id),
    });
    ends.push(tour.dispose);
    const interactions = openInteractions({
      ...{ host, canvas, document, tour, options, assets, onLost, onMessage },
      soundBar: bar && { element: bar, className: barClass },
    });
    ends.push(interactions.dispose);
    if (bar) {
      ends.push(openViews({ bar, className: barClass, canvas, document: inLanguage, t }, onLost));
    }
    if (options && foot) {
      ends.push(followOptions(options, { canvas, tour, interactions }));
      ends.push(showOptionsForm({ place: foot, options, files }, onLost));
    }
    return {
      shown: { host, canvas, tour, files, options, interactions } satisfies ShownScene,
      /** Resolves with the first frame. @returns names of failed files */
      reveal: async () => {
        const failures = (await canvas.reveal()).filter((one) => !isCodeFailure(one));
        const shown = { document: canvas.view.shown ?? document, assets: scene.assets };
        return [...new Set(failures.map(({ iri }) => nameOfFile(shown, iri) ?? t('aFile')))];
      },
      dispose,
    };
  } catch (error) {
    // The page offers to open the scene again, in the same place.
    dispose();
    throw error;
  }
}

/** Display name of a file: the names of its nodes, or its file name; null where there is neither. */
export function nameOfFile(
  { document, assets }: Pick<PublicScene, 'document' | 'assets'>,
  iri: string,
): string | null {
  const names = Object.values(document.nodes)
    .filter((node) => neededFilesOf(node).includes(iri) && node.name !== '')
    .map(({ name }) => name);
  const file = assets[iri]?.url.split('?')[0]?.split('/').at(-1);
  return names.length > 0 ? [...new Set(names)].join(', ') : file ? decodeURIComponent(file) : null;
}
