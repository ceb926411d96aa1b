import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useScene } from '../hooks/use-scene.ts';
import { shownCopies } from '../queries/shown-copies.ts';
import classes from './fields.module.css';

/** Number of copies of a repeat, where it shows fewer than its pattern asks for; empty otherwise. */
export function RepeatNote({ id }: { id: string }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const missing = useScene(() => {
    const copies = shownCopies(editor, id);
    return copies && copies.shown < copies.wanted ? `${copies.shown}/${copies.wanted}` : null;
  });
  const [shown, wanted] = (missing ?? '').split('/').map(Number);
  return missing !== null ? (
    <p className={classes.note} role="status">
      {t('repeat.fewer', { shown: shown ?? 0, wanted: wanted ?? 0 })}
    </p>
  ) : null;
}
