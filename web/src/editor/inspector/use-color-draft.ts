import { type Draft, useDraft } from '../hooks/use-draft.ts';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { validateColor } from '../kernels/validate-color.ts';
import { type FieldNote, useFieldNote } from './field-note.tsx';

/** Draft of a typed colour; rejected input is explained in the note. `onTake` receives `#rrggbb`. */
export function useColorDraft({
  shown,
  onTake,
}: {
  shown: string;
  onTake: (color: string) => void;
}): Draft & { note: FieldNote } {
  const { t } = useEditorTranslations();
  const note = useFieldNote();
  const draft = useDraft({
    shown,
    isSelected: true,
    onTake: (text) => {
      const { value, fault } = validateColor(text);
      if (value !== null) {
        onTake(value);
      }
      if (fault !== null) {
        note.show(t(`field.color.${fault}`));
      }
    },
  });
  return { ...draft, note };
}
