import * as Radix from 'radix-ui/popover';
import { type ReactElement, useId, useState } from 'react';
import classes from './field-note.module.css';

/** Why a field did not take what was typed, or not as it was typed. */
export type FieldNote = {
  id: string;
  text: string | null;
  tell: (text: string) => void;
  forget: () => void;
  /** Tells those who cannot see it that the field has a note. */
  props: { 'aria-invalid'?: true; 'aria-describedby'?: string };
};

/** The note of a field; none until something is told. */
export function useFieldNote(): FieldNote {
  const id = useId();
  const [text, setText] = useState<string | null>(null);
  return {
    id,
    text,
    tell: setText,
    forget: () => setText(null),
    props: text === null ? {} : { 'aria-invalid': true, 'aria-describedby': id },
  };
}

/** Hangs a field's note below it, until something else is pressed. */
export function NotedField({ note, children }: { note: FieldNote; children: ReactElement }) {
  return (
    <Radix.Root open={note.text !== null} onOpenChange={(isOpen) => !isOpen && note.forget()}>
      <Radix.Anchor asChild>{children}</Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          id={note.id}
          role="alert"
          className={classes.note}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          // The keys go on to where they went before.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {note.text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
