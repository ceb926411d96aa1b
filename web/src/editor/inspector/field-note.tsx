import { cloneElement, type ReactElement, type Ref, useId, useRef, useState } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';

const NotePopover = lazyPart(async () => (await import('./note-popover.tsx')).NotePopover, { isAhead: true });

/** Note of a field: why an input was rejected or adjusted. */
export type FieldNote = {
  id: string;
  text: string | null;
  show: (text: string) => void;
  forget: () => void;
  /** ARIA attributes that connect the field with its note. */
  props: { 'aria-invalid'?: true; 'aria-describedby'?: string };
};

/** State of a field's note; initially empty. */
export function useFieldNote(): FieldNote {
  const id = useId();
  const [text, setText] = useState<string | null>(null);
  return {
    id,
    text,
    show: setText,
    forget: () => setText(null),
    props: text === null ? {} : { 'aria-invalid': true, 'aria-describedby': id },
  };
}

/** Shows a field's note below it until another place is pressed. */
export function NotedField({
  note,
  children,
}: {
  note: FieldNote;
  children: ReactElement<{ ref: Ref<HTMLElement> }>;
}) {
  const field = useRef<HTMLElement>(null);
  return (
    <>
      {cloneElement(children, { ref: field })}
      {note.text !== null && <NotePopover note={note} field={field} />}
    </>
  );
}
