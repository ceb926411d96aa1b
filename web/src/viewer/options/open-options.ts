import { isSameJson } from '@diorama/shared/scene/json.ts';
import { languagesOf } from '@diorama/shared/scene/translations/languages.ts';
import { fetchCode } from '../../fetch-code.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import type { Interactions } from '../interactions/open-interactions.ts';
import type { Tour } from '../open-tour.ts';
import type { PublicScene } from '../public-scene.ts';
import { visitorLanguage } from '../scene-language.ts';
import { startActivity } from '../start-activity.ts';
import type { OptionsFormContext } from './options-form.ts';
import type { SceneOptions } from './scene-options.ts';

/**
 * Fetches the code of options for a scene that has any, or translations, or may get some while it is watched.
 * @param onLost - called if it cannot be fetched; the scene is then shown as it is stored
 * @returns null for other scenes
 */
export async function openOptions(
  { document, sharing }: Pick<PublicScene, 'document' | 'sharing'>,
  onLost: () => void,
): Promise<SceneOptions | null> {
  const isPlain = Object.keys(document.options).length === 0 && languagesOf(document).length === 0;
  if (isPlain && !sharing.live) {
    return null;
  }
  const module = await fetchCode(() => import('./scene-options.ts')).catch(() => null);
  if (!module) {
    onLost();
    return null;
  }
  const search = new URLSearchParams(location.search);
  const options = new module.SceneOptions(document, search, visitorLanguage(document));
  // First of all subscribers, as others make links of the address.
  options.subscribe((_document, _change, isOther) => {
    if (isOther) {
      writeAddress(options);
    }
  });
  return options;
}

/** Writes the choices into the address of the page, where they differ. */
function writeAddress(options: SceneOptions): void {
  const address = new URL(location.href);
  const before = String(address.searchParams);
  options.writeAddress(address.searchParams);
  if (String(address.searchParams) !== before) {
    try {
      history.replaceState(history.state, '', address);
    } catch {
      // Browsers refuse more than some hundred changes in a few seconds.
    }
  }
}

/** Fetches and shows the form of a scene's options. @returns function that removes it */
export function showOptionsForm(context: OptionsFormContext, onLost: () => void): () => void {
  const load = async () => {
    const { OptionsForm } = await fetchCode(() => import('./options-form.ts'));
    return new OptionsForm(context);
  };
  return startActivity(load, onLost);
}

/** Shows each chosen document in a canvas and its tour. @returns function that stops */
export function followOptions(
  options: SceneOptions,
  { canvas, tour, interactions }: { canvas: SceneCanvas; tour: Tour; interactions: Interactions },
): () => void {
  let { camera } = options.document;
  return options.subscribe((document, change, isOther) => {
    interactions.setDocument(document, change);
    // A scene that is edited updates its tour now and then.
    if (isOther) {
      tour.setDocument(canvas.view.shown ?? document);
    }
    if (!isSameJson(camera, document.camera)) {
      ({ camera } = document);
      canvas.camera.reset();
    }
  });
}
