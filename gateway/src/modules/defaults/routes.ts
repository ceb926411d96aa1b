import type { defaultRoutes } from '@diorama/shared/contract/defaults.ts';
import { SCENE_CATEGORIES } from '@diorama/shared/domain/scene-categories.ts';
import { defaultsEn } from '@diorama/shared/i18n/defaults.en.ts';
import { defaultsEs } from '@diorama/shared/i18n/defaults.es.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import { presentAll } from '../lists.ts';

const WORDS = { en: defaultsEn, es: defaultsEs } as const;

/** Lists that every installation has. */
export function defaultHandlers(): HandlersOf<typeof defaultRoutes> {
  return {
    listSceneCategories: async (_input, { language }) => {
      const words = WORDS[language];
      const path = '/api/defaults/scene-categories';
      return presentAll(
        path,
        SCENE_CATEGORIES.map(({ uuid, key }, index) => ({
          '@id': `${path}/${uuid}`,
          '@type': 'SceneCategory' as const,
          uuid,
          name: words[`category.${key}`],
          description: words[`category.${key}.text`],
          position: index + 1,
        })),
      );
    },
  };
}
