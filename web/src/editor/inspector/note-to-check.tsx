import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import classes from './fields.module.css';

/** Says of an annotation that what it was set on was replaced; nothing for all others. */
export function NoteToCheck({ id }: { id: string }) {
  const editor = useEditor();
  const { t } = useWords();
  const node = useStore(editor.scene).nodes[id];
  return node?.kind === 'annotation' && node.props.toCheck ? (
    <p className={classes.note} role="status">
      {t('annotation.toCheck')}
    </p>
  ) : null;
}
