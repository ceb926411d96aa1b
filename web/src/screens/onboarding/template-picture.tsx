import type { SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import { Plus } from 'lucide-react';
import classes from './onboarding.module.css';
import { TEMPLATE_PICTURES } from './template-pictures.ts';

/** Picture of a template; an empty scene has none. */
export function TemplatePicture({ template }: { template: SceneTemplate | 'empty' }) {
  return template === 'empty' ? (
    <span className={classes.noScene}>
      <Plus size={20} aria-hidden="true" />
    </span>
  ) : (
    <img className={classes.scene} src={TEMPLATE_PICTURES[template]} alt="" width={480} height={300} />
  );
}
