import { type DOMAttributes, useEffect, useRef } from 'react';
import type { Editor } from '../editor.ts';
import type { Trial } from '../kernels/try-on.ts';
import { useEditor } from './use-editor.tsx';

/** Whoever only passes over choices tries none of them on, in milliseconds. */
const REST_MS = 90;

/** Shows choices on the scene while somebody looks at them; nothing of it is an edit. */
export type Fitting = {
  /** Shows one soon, in place of the last; null for what cannot be shown. */
  begin: (trial: Trial | null) => void;
  /** Shows the scene as it is. */
  end: () => void;
};

/** Made for one list of choices. */
export function useFitting(): Fitting {
  const editor = useEditor();
  const fitting = useRef<Fitting>(null);
  fitting.current ??= createFitting(editor);
  useEffect(() => () => fitting.current?.end(), []);
  return fitting.current;
}

/** Over an editor; ends only what it has begun itself. */
export function createFitting({ trial, isReadOnly }: Pick<Editor, 'trial' | 'isReadOnly'>): Fitting {
  let shown: Trial | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    begin: (next) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const before = shown;
        shown = isReadOnly.get() ? null : next;
        if (shown !== null || (before !== null && trial.get() === before)) {
          trial.set(shown);
        }
      }, REST_MS);
    },
    end: () => {
      clearTimeout(timer);
      if (shown !== null && trial.get() === shown) {
        trial.set(null);
      }
      shown = null;
    },
  };
}

/**
 * What makes a choice be tried on while a mouse or a pen is over it, or while it is reached by keyboard. A finger that
 * touches it chooses it.
 */
export function fittingOn(fitting: Fitting, trial: () => Trial | null): DOMAttributes<HTMLElement> {
  return {
    onPointerEnter: (event) => event.pointerType !== 'touch' && fitting.begin(trial()),
    onPointerLeave: fitting.end,
    onFocus: (event) => event.currentTarget.matches(':focus-visible') && fitting.begin(trial()),
    onBlur: fitting.end,
    onKeyDown: (event) => event.key === 'Escape' && fitting.end(),
  };
}
