import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';
import { LatePart } from '../../components/feedback/late-part.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import type { HungNote as Hung } from './hung-note.tsx';

const HungNote = lazyComponent<ComponentProps<typeof Hung>>(
  async () => (await import('./hung-note.tsx')).HungNote,
  { isAhead: true },
);

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
      {note.text !== null && (
        <LatePart>
          <HungNote note={note} field={field} />
        </LatePart>
      )}
    </>
  );
}
