import { Button } from '../../../components/button/button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useScene } from '../../hooks/use-scene.ts';
import type { ValueTarget } from '../../managers/recording.ts';
import classes from './values.module.css';

const UNNAMED = {
  choices: 'options.choice.new',
  states: 'options.state.new',
  keys: 'options.key.new',
} as const;

/** Note that edits become values of a row, with their number and a button that ends the recording. */
export function RecordingNote({ target: { table, id } }: { target: ValueTarget }) {
  const { recording } = useEditor();
  const { t } = useTranslations('options');
  const row = useScene((scene) => scene[table][id]);
  if (!row) {
    return null;
  }
  const name = ('name' in row && row.name) || t(UNNAMED[table], { time: 'time' in row ? row.time : 0 });
  return (
    <div className={classes.note} role="status">
      <span className={classes.dot} />
      <span className={classes.noteText}>
        <strong dir="auto">{t('recording.title', { name })}</strong>
        <span>{t('recording.count', { count: Object.keys(row.values).length })}</span>
      </span>
      <Button size="small" variant="primary" onClick={() => recording.stop()}>
        {t('recording.stop')}
      </Button>
    </div>
  );
}
