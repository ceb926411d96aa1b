import type { SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import gallery from './pictures/gallery.webp';
import livingRoom from './pictures/living-room.webp';
import product from './pictures/product.webp';

/** URL of each template's picture. */
export const TEMPLATE_PICTURES: Record<SceneTemplate, string> = {
  'living-room': livingRoom,
  product,
  gallery,
};
