import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useNodes } from '../hooks/use-scene.ts';
import classes from './fields.module.css';

/** Warns that the file below an annotation was replaced; empty otherwise. */
export function AnnotationCheckNote({ id }: { id: string }) {
  const { t } = useEditorTranslations();
  const [node] = useNodes([id]);
  return node?.kind === 'annotation' && node.props.toCheck ? (
    <p className={classes.note} role="status">
      {t('annotation.toCheck')}
    </p>
  ) : null;
}
