import type { SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import { Plus } from 'lucide-react';
import { classNames } from '../../components/class-names.ts';
import classes from './template-picture.module.css';
import { TEMPLATE_PICTURES } from './template-pictures.ts';

/** Slowly moving picture of a template; an empty scene has none. */
export function TemplatePicture({ template }: { template: SceneTemplate | 'empty' }) {
  return template === 'empty' ? (
    <span className={classNames('grid overflow-hidden w-full rounded-control aspect-8/5', classes.none)}>
      <Plus size={20} aria-hidden="true" />
    </span>
  ) : (
    <span className="grid overflow-hidden w-full rounded-control aspect-8/5">
      <img className={classes.picture} src={TEMPLATE_PICTURES[template]} alt="" width={480} height={300} />
    </span>
  );
}
