import { type Draft, useDraft } from '../hooks/use-draft.ts';
import { useWords } from '../hooks/use-words.ts';
import { type FieldNote, useFieldNote } from './field-note.tsx';

/** More letters than these no name of the scene has. */
export const MAX_NAME = 200;

/**
 * A name that is typed, without the spaces around it. An empty one is not taken, which its note tells; one that is the same
 * as before is nothing new. `onLeave` is that of a draft.
 */
export function useNameDraft({
  name,
  onTake,
  onLeave,
}: {
  name: string;
  onTake: (name: string) => void;
  onLeave?: () => void;
}): Draft & { note: FieldNote } {
  const { t } = useWords();
  const note = useFieldNote();
  const draft = useDraft({
    shown: name,
    onTake: (text) => {
      const trimmed = text.trim();
      if (trimmed === '') {
        note.tell(t('field.name.empty'));
      } else if (trimmed !== name) {
        onTake(trimmed.slice(0, MAX_NAME));
      }
    },
    ...(onLeave && { onLeave }),
  });
  return { ...draft, note };
}
