import type { SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import { Plus } from 'lucide-react';
import classes from './onboarding.module.css';
import colourStudy from './pictures/colour-study.webp';
import pavilion from './pictures/pavilion.webp';
import stillLife from './pictures/still-life.webp';

/** Icon of each template; its name is shown below. */
const PICTURES: Record<SceneTemplate, string> = {
  'still-life': stillLife,
  pavilion,
  'colour-study': colourStudy,
};

/** Picture of a template; an empty scene has none. */
export function TemplatePicture({ template }: { template: SceneTemplate | 'empty' }) {
  return template === 'empty' ? (
    <span className={classes.noScene}>
      <Plus size={20} aria-hidden="true" />
    </span>
  ) : (
    <img className={classes.scene} src={PICTURES[template]} alt="" width={480} height={300} />
  );
}
