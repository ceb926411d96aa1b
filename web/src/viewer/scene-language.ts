import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { LANGUAGE_PARAMETER } from '@diorama/shared/scene/options/choice-address.ts';
import { languageFor, translationIn } from '@diorama/shared/scene/translations/languages.ts';

/** The language of the scene's texts for this visitor: that of the address, of the page, or of the browser. */
export function visitorLanguage(scene: Pick<SceneDocument, 'translations'>): string | undefined {
  const asked = new URLSearchParams(location.search).get(LANGUAGE_PARAMETER);
  const page = /^\/([a-z]{2})\//.exec(location.pathname)?.[1];
  const preferred = [asked, page, ...navigator.languages];
  return languageFor(
    scene,
    preferred.filter((language) => typeof language === 'string'),
  );
}

/** A public scene with its name and its text in the visitor's language. */
export function inVisitorLanguage<
  Scene extends { name: string; description: string | null; document: SceneDocument },
>(scene: Scene): Scene {
  const { title, about } = translationIn(scene.document, visitorLanguage(scene.document));
  return { ...scene, name: title || scene.name, description: about || scene.description };
}
