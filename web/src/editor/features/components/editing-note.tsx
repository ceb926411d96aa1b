import { Button } from '../../../components/button/button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useScene } from '../../hooks/use-scene.ts';
import classes from '../values/values.module.css';

/** Note that edits within an instance change its component, with a button that ends it. */
export function EditingNote({ instance }: { instance: string }) {
  const { scene } = useEditor();
  const { t } = useTranslations('components');
  const name = useScene(({ nodes }) => {
    const node = nodes[instance];
    const component = node?.kind === 'instance' ? node.props.component : null;
    return scene.shared.value.nodes[component ?? '']?.name ?? '';
  });
  return (
    <div className={classes.note} role="status">
      <span className={classes.dot} />
      <span className={classes.noteText}>
        <strong dir="auto">{t('components.editing', { name })}</strong>
        <span>{t('components.editing.text')}</span>
      </span>
      <Button size="small" variant="primary" onClick={() => scene.editWithin(null)}>
        {t('components.editing.stop')}
      </Button>
    </div>
  );
}
