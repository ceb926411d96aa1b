import type { defaultRoutes } from '@diorama/shared/contract/defaults.ts';
import { MATERIAL_CATEGORIES, MODEL_CATEGORIES } from '@diorama/shared/domain/library.ts';
import { SCENE_CATEGORIES } from '@diorama/shared/domain/scene-categories.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import { memberOf, serializeAll } from '../pagination.ts';

const libraryCategories = await loadTranslations('server/library-categories');
const defaults = await loadTranslations('server/defaults');

/** Privacy levels of a scene, in the order of their display. */
export const PRIVACIES = [
  { uuid: '01900000-0000-7000-8000-000000000101', name: 'private' },
  { uuid: '01900000-0000-7000-8000-000000000102', name: 'public' },
  { uuid: '01900000-0000-7000-8000-000000000103', name: 'password' },
] as const;

/** Constant lists. */
export function defaultHandlers(): HandlersOf<typeof defaultRoutes> {
  return {
    listPrivacies: async (_input, { language }) => serializePrivacies(language),
    getPrivacy: async ({ params }, { language }) => memberOf(serializePrivacies(language).member, params.id),

    listSceneCategories: async (_input, { language }) => serializeSceneCategories(language),
    getSceneCategory: async ({ params }, { language }) =>
      memberOf(serializeSceneCategories(language).member, params.id),

    listModelLibraryCategories: async (_input, { language }) =>
      serializeCategories('/api/defaults/model-library-categories', MODEL_CATEGORIES, language),
    getModelLibraryCategory: async ({ params }, { language }) =>
      memberOf(
        serializeCategories('/api/defaults/model-library-categories', MODEL_CATEGORIES, language).member,
        params.id,
      ),

    listMaterialLibraryCategories: async (_input, { language }) =>
      serializeCategories('/api/defaults/material-library-categories', MATERIAL_CATEGORIES, language),
    getMaterialLibraryCategory: async ({ params }, { language }) =>
      memberOf(
        serializeCategories('/api/defaults/material-library-categories', MATERIAL_CATEGORIES, language)
          .member,
        params.id,
      ),
  };
}

function serializePrivacies(language: Language) {
  return serializeAll(
    '/api/defaults/privacy',
    PRIVACIES.map((privacy, position) => ({
      '@id': `/api/defaults/privacy/${privacy.uuid}`,
      '@type': 'Privacy' as const,
      ...privacy,
      // The name in lower case is the privacy, independent of the language.
      description: `${privacy.name.charAt(0).toUpperCase()}${privacy.name.slice(1)}`,
      help: defaults[language](`privacy.${privacy.name}.text`),
      position,
    })),
  );
}

function serializeSceneCategories(language: Language) {
  const t = defaults[language];
  const path = '/api/defaults/scene-categories';
  return serializeAll(
    path,
    SCENE_CATEGORIES.map(({ uuid, key }, index) => ({
      '@id': `${path}/${uuid}`,
      '@type': 'SceneCategory' as const,
      uuid,
      name: t(`category.${key}`),
      description: t(`category.${key}.text`),
      position: index + 1,
    })),
  );
}

type Category = (typeof MODEL_CATEGORIES | typeof MATERIAL_CATEGORIES)[number];

function serializeCategories(path: string, categories: readonly Category[], language: Language) {
  const t = libraryCategories[language];
  return serializeAll(
    path,
    categories.map(({ uuid, key }, index) => ({
      '@id': `${path}/${uuid}`,
      '@type': 'LibraryCategory' as const,
      uuid,
      name: t(`category.${key}`),
      description: t(`category.${key}.text`),
      position: index + 1,
    })),
  );
}
