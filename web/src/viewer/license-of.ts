import { LICENSES, nameOfCreator } from '@diorama/shared/domain/licenses.ts';
import type { ViewerTranslate } from './language.ts';
import type { PublicScene } from './public-scene.ts';

/**
 * Creator and terms of a scene, as its files name them.
 * @returns `url` is the page of the terms, null where all rights are reserved
 */
export function licenseOf(
  { sharing, author }: Pick<PublicScene, 'sharing' | 'author'>,
  t: ViewerTranslate,
): { owner: string; terms: string; url: string | null } {
  const { license, creator } = sharing;
  const terms = LICENSES[license];
  return {
    owner: nameOfCreator({ creator: creator || author.name, license }),
    terms: terms?.name ?? t('license.reserved'),
    url: terms?.url ?? null,
  };
}
