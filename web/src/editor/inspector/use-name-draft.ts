import { type Draft, useDraft } from '../hooks/use-draft.ts';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { type FieldNote, useFieldNote } from './field-note.tsx';

/** Largest length of a name in the scene, in characters. */
export const MAX_NAME = 200;

/**
 * Draft of a typed name, trimmed. An empty name is rejected with a note; an unchanged one is ignored.
 * `onLeave` is passed to the draft.
 */
export function useNameDraft({
  name,
  onCommit,
  onLeave,
}: {
  name: string;
  onCommit: (name: string) => void;
  onLeave?: () => void;
}): Draft & { note: FieldNote } {
  const { t } = useFirstTranslations();
  const note = useFieldNote();
  const draft = useDraft({
    shown: name,
    onCommit: (text) => {
      const trimmed = text.trim();
      if (trimmed === '') {
        note.show(t('field.name.empty'));
      } else if (trimmed !== name) {
        onCommit(trimmed.slice(0, MAX_NAME));
      }
    },
    ...(onLeave && { onLeave }),
  });
  return { ...draft, note };
}
