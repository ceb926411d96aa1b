import { type FieldPlace, fieldPath, overrideOf } from '@diorama/shared/scene/field-values.ts';
import { createContext, type ReactNode, useContext } from 'react';
import { revertField } from '../features/components/model/components.ts';
import { forgetValues, recordedValues } from '../features/values/model/rows.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import classes from './fields.module.css';

/** The marked field of the rows inside; null where it has no value of a recorded set and no override. */
const MarkedField = createContext<{ place: FieldPlace; isRecorded: boolean } | null>(null);

/**
 * Marks the rows of a field whose value belongs to the recorded set, or overrides that of a component.
 * @param ids - selected nodes; several have no marks
 */
export function FieldMark({
  ids: [id = '', ...others],
  field,
  children,
}: {
  ids: readonly string[];
  field: string;
  children: ReactNode;
}) {
  const { scene, recording } = useEditor();
  const place = { table: 'nodes', id, field } as const;
  const mark = useSignalValue(() => {
    const { value: target } = recording.target;
    if (others.length > 0) {
      return null;
    }
    if (target && Object.hasOwn(recordedValues({ scene }, target), fieldPath(place))) {
      return 'recorded';
    }
    const override = overrideOf(scene.unexpanded.value, place);
    return override && Object.hasOwn(override.values, override.key) ? 'override' : null;
  });
  return <MarkedField value={mark && { place, isRecorded: mark === 'recorded' }}>{children}</MarkedField>;
}

/** Button that takes the value of the marked field back; nothing in other rows. */
export function RevertMark({ label }: { label: string }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const marked = useContext(MarkedField);
  if (!marked) {
    return null;
  }
  const { place, isRecorded } = marked;
  const text = t(isRecorded ? 'inspector.forget' : 'inspector.revert', { field: label });
  const take = () => {
    const { value: target } = editor.recording.target;
    if (isRecorded && target) {
      forgetValues(editor, target, [fieldPath(place)]);
    } else {
      revertField(editor, place);
    }
  };
  return (
    <button
      type="button"
      className={classes.mark}
      data-recorded={isRecorded || undefined}
      aria-label={text}
      title={text}
      disabled={isReadOnly}
      onClick={take}
    />
  );
}
