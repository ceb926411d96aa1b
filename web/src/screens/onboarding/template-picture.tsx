import type { SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import { Plus } from 'lucide-react';
import { classNames } from '../../components/class-names.ts';
import classes from './template-picture.module.css';
import { TEMPLATE_PICTURES } from './template-pictures.ts';

/** Slowly moving picture of a template; an empty scene has none. */
export function TemplatePicture({ template }: { template: SceneTemplate | 'empty' }) {
  return template === 'empty' ? (
    <span className={classNames(classes.frame, classes.none)}>
      <Plus size={20} aria-hidden="true" />
    </span>
  ) : (
    <span className={classes.frame}>
      <img className={classes.picture} src={TEMPLATE_PICTURES[template]} alt="" width={480} height={300} />
    </span>
  );
}
