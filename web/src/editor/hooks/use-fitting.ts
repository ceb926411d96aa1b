import { type DOMAttributes, useEffect, useRef } from 'react';
import type { Editor } from '../editor.ts';
import type { Trial } from '../kernels/try-on.ts';
import { useEditor } from './use-editor.tsx';

/** Whoever only passes over choices tries none of them on, in milliseconds. */
const REST_MS = 90;

/** Shows choices on the scene while somebody looks at them; nothing of it is an edit. */
export type Fitting = {
  /** Shows one soon, in place of the last; null for what cannot be shown. `choice` is what stands for it in the page. */
  begin: (trial: Trial | null, choice?: Choice) => void;
  /** Ends what is shown of a choice that the page has no more: nobody is told that the pointer left it. */
  endIfGone: () => void;
  /** Shows the scene as it is. */
  end: () => void;
};

type Choice = Pick<Element, 'isConnected'>;

/** Made for one list of choices, by what draws that: a choice that is drawn no more is shown no more. */
export function useFitting(): Fitting {
  const editor = useEditor();
  const fitting = useRef<Fitting>(null);
  fitting.current ??= createFitting(editor);
  useEffect(() => () => fitting.current?.end(), []);
  useEffect(() => fitting.current?.endIfGone());
  return fitting.current;
}

/** Over an editor; ends only what it has begun itself. */
export function createFitting({ trial, isReadOnly }: Pick<Editor, 'trial' | 'isReadOnly'>): Fitting {
  let shown: Trial | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let choice: Choice | undefined;
  const end = () => {
    clearTimeout(timer);
    if (shown !== null && trial.get() === shown) {
      trial.set(null);
    }
    shown = null;
    choice = undefined;
  };
  return {
    begin: (next, of) => {
      clearTimeout(timer);
      choice = of;
      timer = setTimeout(() => {
        const before = shown;
        shown = isReadOnly.get() ? null : next;
        if (shown !== null || (before !== null && trial.get() === before)) {
          trial.set(shown);
        }
      }, REST_MS);
    },
    end,
    endIfGone: () => {
      if (choice?.isConnected === false) {
        end();
      }
    },
  };
}

/**
 * What makes a choice be tried on while a mouse or a pen is over it, or while it is reached by keyboard. A finger that
 * touches it chooses it.
 */
export function fittingOn(fitting: Fitting, trial: () => Trial | null): DOMAttributes<HTMLElement> {
  return {
    onPointerEnter: ({ pointerType, currentTarget }) =>
      pointerType !== 'touch' && fitting.begin(trial(), currentTarget),
    onPointerLeave: fitting.end,
    // Also of a choice that is more than its button.
    onFocus: ({ target, currentTarget }) =>
      target.matches(':focus-visible') && fitting.begin(trial(), currentTarget),
    onBlur: fitting.end,
    onKeyDown: (event) => event.key === 'Escape' && fitting.end(),
  };
}
