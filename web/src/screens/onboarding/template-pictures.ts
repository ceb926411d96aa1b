import type { SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import colourStudy from './pictures/colour-study.webp';
import pavilion from './pictures/pavilion.webp';
import stillLife from './pictures/still-life.webp';

/** URL of each template's picture. */
export const TEMPLATE_PICTURES: Record<SceneTemplate, string> = {
  'still-life': stillLife,
  pavilion,
  'colour-study': colourStudy,
};
