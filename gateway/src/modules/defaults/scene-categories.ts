import { invalidField } from '@diorama/shared/contract/errors.ts';
import { SCENE_CATEGORIES } from '@diorama/shared/domain/scene-categories.ts';

/**
 * Rejects an unknown scene category.
 * @throws CodedError `request.invalid`.
 */
export function assertSceneCategory(id: string | null | undefined): void {
  if (id && !SCENE_CATEGORIES.some((category) => category.uuid === id)) {
    throw invalidField('category', 'scene.category.unknown');
  }
}
