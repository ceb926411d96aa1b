import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { languagesOf } from '@diorama/shared/scene/translations/languages.ts';
import { fetchCode } from '../../fetch-code.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import type { Interactions } from '../interactions/open-interactions.ts';
import type { Tour } from '../open-tour.ts';
import { visitorLanguage } from '../scene-language.ts';
import { startActivity } from '../start-activity.ts';
import type { OptionsFormContext } from './options-form.ts';
import type { SceneOptions } from './scene-options.ts';

/** Fetches the code of options for a scene that has any, or translations; null for others, and if it cannot be fetched. */
export async function openOptions(document: SceneDocument): Promise<SceneOptions | null> {
  if (Object.keys(document.options).length === 0 && languagesOf(document).length === 0) {
    return null;
  }
  const load = () => fetchCode(() => import('./scene-options.ts'));
  // Without it the scene is shown as it is stored.
  const module = await load().catch(() => null);
  return (
    module &&
    new module.SceneOptions(document, new URLSearchParams(location.search), visitorLanguage(document))
  );
}

/** Fetches and shows the form of a scene's options. @returns function that removes it */
export function showOptionsForm(context: OptionsFormContext): () => void {
  const load = async () => {
    const { OptionsForm } = await fetchCode(() => import('./options-form.ts'));
    return new OptionsForm(context);
  };
  // The scene works without the form.
  return startActivity(load, () => undefined);
}

/** Shows each chosen document in a canvas and its tour. @returns function that stops */
export function followOptions(
  options: SceneOptions,
  { canvas, tour, interactions }: { canvas: SceneCanvas; tour: Tour; interactions: Interactions },
): () => void {
  let { camera } = options.document;
  return options.subscribe((document, change) => {
    interactions.setDocument(document, change);
    tour.setDocument(canvas.view.shown ?? document);
    if (!isSameJson(camera, document.camera)) {
      ({ camera } = document);
      canvas.camera.reset();
    }
  });
}
