import { type Draft, useDraft } from '../hooks/use-draft.ts';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { validateColor } from '../kernels/validate-color.ts';
import { type FieldNote, useFieldNote } from './field-note.tsx';

/** Draft of a typed colour; rejected input is explained in the note. `onCommit` receives `#rrggbb`. */
export function useColorDraft({
  shown,
  onCommit,
}: {
  shown: string;
  onCommit: (color: string) => void;
}): Draft & { note: FieldNote } {
  const { t } = useEditorTranslations();
  const note = useFieldNote();
  const draft = useDraft({
    shown,
    isSelected: true,
    onCommit: (text) => {
      const { value, fault } = validateColor(text);
      if (value !== null) {
        onCommit(value);
      }
      if (fault !== null) {
        note.show(t(`field.color.${fault}`));
      }
    },
  });
  return { ...draft, note };
}
