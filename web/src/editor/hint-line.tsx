import classes from './editor-room.module.css';
import { useEditor } from './hooks/use-editor.tsx';
import { useIsTouch } from './hooks/use-media.ts';
import { useStore } from './hooks/use-store.ts';
import { useWords } from './hooks/use-words.ts';
import { toolEntries } from './tools/index.ts';

/** What the tool in use does, in one line. */
export function HintLine() {
  const { t } = useWords();
  const tool = useStore(useEditor().tools);
  const isTouch = useIsTouch();
  const entry = toolEntries.find(({ id }) => id === tool);
  if (isTouch) {
    return <p className={classes.hint}>{t('hint.touch')}</p>;
  }
  return (
    <p className={classes.hint}>
      {entry && <span>{t(entry.hint)}</span>}
      <span>{t('hint.orbit')}</span>
      <span>{t('hint.pan')}</span>
    </p>
  );
}
