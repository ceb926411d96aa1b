import { CircleDot, CircleStop } from 'lucide-react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import type { ValueTarget } from '../../managers/recording.ts';
import { Recorders } from './recorders.tsx';
import classes from './values.module.css';

/** Button that records the edits of the scene into a row, or ends that. */
export function RecordButton({ target, name }: { target: ValueTarget; name: string }) {
  const editor = useEditor();
  const { t } = useTranslations('options');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isRecorded = useIsRecorded(target.id);
  return (
    <>
      <Recorders isMeant={(row) => row === `${target.table}/${target.id}`} name={name} />
      <IconButton
        size="small"
        label={t(isRecorded ? 'options.record.stop' : 'options.record', { name })}
        isPressed={isRecorded}
        disabled={isReadOnly}
        className={classes.record}
        icon={
          isRecorded ? (
            <CircleStop size={16} aria-hidden="true" />
          ) : (
            <CircleDot size={16} aria-hidden="true" />
          )
        }
        onClick={() => (isRecorded ? editor.recording.stop() : editor.recording.start(target))}
      />
    </>
  );
}

/** Whether edits are recorded into a row. */
export function useIsRecorded(id: string): boolean {
  const { recording } = useEditor();
  return useSignalValue(() => recording.target.value?.id === id);
}
