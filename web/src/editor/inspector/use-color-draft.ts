import { type Draft, useDraft } from '../hooks/use-draft.ts';
import { useWords } from '../hooks/use-words.ts';
import { judgeColor } from '../kernels/judge-color.ts';
import { type FieldNote, useFieldNote } from './field-note.tsx';

/** Draft of a typed colour; rejected input is explained in the note. `onTake` receives `#rrggbb`. */
export function useColorDraft({
  shown,
  onTake,
}: {
  shown: string;
  onTake: (color: string) => void;
}): Draft & { note: FieldNote } {
  const { t } = useWords();
  const note = useFieldNote();
  const draft = useDraft({
    shown,
    onTake: (text) => {
      const { value, fault } = judgeColor(text);
      if (value !== null) {
        onTake(value);
      }
      if (fault !== null) {
        note.tell(t(`field.color.${fault}`));
      }
    },
  });
  return { ...draft, note };
}
