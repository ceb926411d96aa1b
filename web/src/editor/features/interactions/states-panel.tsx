import { Play, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { RecordedChanges } from '../values/change-list.tsx';
import { RowList } from '../values/row-list.tsx';
import { addState, statesOf } from './model/interactions.ts';
import { StatePreview } from './model/state-preview.ts';

/** The states of the scene, to which interactions take it. */
export function StatesPanel() {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  useSignalValue(() => editor.scene.shared.value.states);
  const preview = useStatePreview();
  return (
    <RowList
      table="states"
      rows={statesOf(editor)}
      texts={{
        ...{ empty: t('states.empty'), add: t('states.add'), remove: t('states.remove') },
        fresh: (number) => t('states.new', { number }),
        name: (number) => t('states.name', { number }),
        open: (name) => t('states.open', { name }),
      }}
      onAdd={(name) => addState(editor, name)}
      after={({ row, name }) => <PreviewButton preview={preview} state={row.id} name={name} />}
      details={({ row: { id, values }, name }) => (
        <RecordedChanges target={{ table: 'states', id }} values={values} name={name} />
      )}
    />
  );
}

type PreviewButtonProps = { preview: StatePreview | null; state: string; name: string };

function PreviewButton({ preview, state, name }: PreviewButtonProps) {
  const { t } = useTranslations('interactions');
  const isPreviewed = useSignalValue(() => preview?.state.value === state);
  return (
    <IconButton
      size="small"
      label={t(isPreviewed ? 'states.preview.back' : 'states.preview', { name })}
      isPressed={isPreviewed}
      icon={isPreviewed ? <Undo2 size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
      onClick={() => preview?.toggle(state)}
    />
  );
}

/** A preview of states that ends with the panel. */
function useStatePreview(): StatePreview | null {
  const editor = useEditor();
  const [preview, setPreview] = useState<StatePreview | null>(null);
  useEffect(() => {
    const made = new StatePreview(editor);
    setPreview(made);
    return () => made.dispose();
  }, [editor]);
  return preview;
}
