import { Button } from '../../components/button/button.tsx';
import { deleteSelection } from '../commands/selection.ts';
import { lacksComponent } from '../features/components/model/components.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useIsLocked } from '../hooks/use-is-locked.ts';
import { useScene } from '../hooks/use-scene.ts';
import classes from './fields.module.css';

/** Explains why an instance without its component shows nothing; nothing for other nodes. */
export function MissingComponentNote({ id }: { id: string }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const isFixed = useIsLocked([id]);
  const isMissing = useScene(() => lacksComponent(editor, id));
  return isMissing ? (
    <>
      <p className={classes.note} role="status">
        {t('inspector.noComponent')}
      </p>
      <div className={classes.buttons}>
        <Button size="small" disabled={isFixed} onClick={() => deleteSelection(editor)}>
          {t('action.delete')}
        </Button>
      </div>
    </>
  ) : null;
}
