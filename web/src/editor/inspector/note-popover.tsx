import * as Radix from 'radix-ui/popover';
import type { RefObject } from 'react';
import classes from './note-popover.module.css';

type NotePopoverProps = {
  note: { id: string; text: string | null; forget: () => void };
  field: RefObject<HTMLElement | null>;
};

/** Note of a field, displayed below it. */
export function NotePopover({ note, field }: NotePopoverProps) {
  return (
    <Radix.Root open onOpenChange={note.forget}>
      <Radix.Anchor virtualRef={field} />
      <Radix.Portal>
        <Radix.Content
          id={note.id}
          role="alert"
          className={classes.note}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          // Keeps the focus where it is.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {note.text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
