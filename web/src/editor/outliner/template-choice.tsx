import { SCENE_TEMPLATES } from '@diorama/shared/domain/scene-templates.ts';
import { useId } from 'react';
import { useT } from '../../hooks/use-language.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { TEMPLATE_PICTURES } from '../../screens/onboarding/template-pictures.ts';
import { applyTemplate } from '../commands/apply-template.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import classes from './template-choice.module.css';

/** Templates that fill an empty scene. */
export function TemplateChoice() {
  const editor = useEditor();
  const t = useT();
  const { t: nameOf } = useTranslations('templates');
  const id = useId();
  return (
    <div className="overflow-y-auto max-h-[60%] shrink-0 p-3 border-t border-(--hairline)">
      <h3 id={id} className="mb-2 text-(--text-2) text-12 font-medium">
        {t('dashboard.newScene.from')}
      </h3>
      <ul className="grid gap-2 grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))]" aria-labelledby={id}>
        {SCENE_TEMPLATES.map((template) => (
          <li key={template}>
            <button
              type="button"
              className={classes.item}
              onClick={() => applyTemplate(editor, template, nameOf)}
            >
              <img
                className="w-full h-auto border border-(--hairline) rounded-control"
                src={TEMPLATE_PICTURES[template]}
                alt=""
                width={480}
                height={300}
              />
              {t(`template.${template}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
