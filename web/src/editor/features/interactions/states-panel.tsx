import { updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { Play, Plus, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import fields from '../../inspector/fields.module.css';
import { RecordedChanges } from '../values/change-list.tsx';
import { FoldButton } from '../values/fold-button.tsx';
import { RecordButton, useIsRecorded } from '../values/record-button.tsx';
import { NameField, RowMenu } from '../values/row-controls.tsx';
import rows from '../values/values.module.css';
import { addState, removeRow, type StateRow, statesOf } from './model/interactions.ts';
import { StatePreview } from './model/state-preview.ts';

/** The states of the scene, to which interactions take it. */
export function StatesPanel() {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  useSignalValue(() => editor.scene.shared.value.states);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const preview = useStatePreview();
  const [open, setOpen] = useState<string | null>(null);
  const states = statesOf(editor);
  return (
    <>
      {states.length === 0 && <p className={fields.note}>{t('states.empty')}</p>}
      <ol className={rows.rows}>
        {states.map((state, i) => (
          <StateItem
            key={state.id}
            state={state}
            states={states}
            number={i + 1}
            preview={preview}
            isOpen={open === state.id}
            onToggle={() => setOpen((before) => (before === state.id ? null : state.id))}
          />
        ))}
      </ol>
      <div className={fields.buttons}>
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden="true" />}
          disabled={isReadOnly}
          onClick={() => setOpen(addState(editor, t('states.new', { number: states.length + 1 })))}
        >
          {t('states.add')}
        </Button>
      </div>
    </>
  );
}

type StateItemProps = {
  state: StateRow;
  states: readonly StateRow[];
  number: number;
  preview: StatePreview | null;
  isOpen: boolean;
  onToggle: () => void;
};

function StateItem({ state, states, number, preview, isOpen, onToggle }: StateItemProps) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isRecorded = useIsRecorded(state.id);
  const isPreviewed = useSignalValue(() => preview?.state.value === state.id);
  const name = state.name || t('states.new', { number });
  const target = { table: 'states', id: state.id } as const;
  return (
    <li className={rows.row} data-recorded={isRecorded || undefined}>
      <div className={rows.line}>
        <NameField
          label={t('states.name', { number })}
          value={name}
          isDisabled={isReadOnly}
          onTake={(next) => editor.edit(() => updateRow(editor.ydoc, 'states', state.id, { name: next }))}
        />
        <IconButton
          size="small"
          label={t(isPreviewed ? 'states.preview.back' : 'states.preview', { name })}
          isPressed={isPreviewed}
          icon={isPreviewed ? <Undo2 size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
          onClick={() => preview?.toggle(state.id)}
        />
        <RecordButton target={target} name={name} />
        <FoldButton label={t('states.open', { name })} isOpen={isOpen} onToggle={onToggle} />
        <RowMenu
          name={name}
          rows={states}
          id={state.id}
          table="states"
          removal={{ label: t('states.remove'), remove: () => removeRow(editor, 'states', state.id) }}
        />
      </div>
      {isOpen && (
        <div className={rows.details}>
          <RecordedChanges target={target} values={state.values} name={name} />
        </div>
      )}
    </li>
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
