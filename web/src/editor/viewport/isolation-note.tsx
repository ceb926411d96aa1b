import { Button } from '../../components/button/button.tsx';
import { toggleIsolation } from '../commands/isolate.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import classes from './viewport.module.css';

/** Note that nodes are hidden, with a button that shows them again. */
export function IsolationNote() {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const count = useSignalValue(editor.hidden).size;
  if (count === 0) {
    return null;
  }
  return (
    <div className={classes.isolation} role="status">
      <span>{t('isolation.note', { count })}</span>
      <Button size="small" onClick={() => toggleIsolation(editor)}>
        {t('isolation.end')}
      </Button>
    </div>
  );
}
