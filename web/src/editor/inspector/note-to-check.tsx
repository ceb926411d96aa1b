import { useNodes } from '../hooks/use-scene.ts';
import { useWords } from '../hooks/use-words.ts';
import classes from './fields.module.css';

/** Warns that the file below an annotation was replaced; empty otherwise. */
export function NoteToCheck({ id }: { id: string }) {
  const { t } = useWords();
  const [node] = useNodes([id]);
  return node?.kind === 'annotation' && node.props.toCheck ? (
    <p className={classes.note} role="status">
      {t('annotation.toCheck')}
    </p>
  ) : null;
}
