import { type DOMAttributes, useEffect, useRef } from 'react';
import type { Editor } from '../editor.ts';
import type { Trial } from '../kernels/try-on.ts';
import { useEditor } from './use-editor.tsx';

/** Delay before a hovered choice is previewed, in milliseconds. */
const REST_MS = 90;

/** Previews choices in the scene while the user hovers over them; never an edit. */
export type Fitting = {
  /**
   * Starts a preview after a short delay, replacing the last; null for a choice without preview. `choice` is
   * its page element.
   */
  begin: (trial: Trial | null, choice?: Choice) => void;
  /** Ends the preview of a choice that was removed from the page: no pointer event reports that. */
  endIfGone: () => void;
  /** Ends the preview. */
  end: () => void;
};

type Choice = Pick<Element, 'isConnected'>;

/** Hook for one list of choices; ends the preview of a choice that is no longer rendered. */
export function useFitting(): Fitting {
  const editor = useEditor();
  const fitting = useRef<Fitting>(null);
  fitting.current ??= createFitting(editor);
  useEffect(() => () => fitting.current?.end(), []);
  useEffect(() => fitting.current?.endIfGone());
  return fitting.current;
}

/** Creates previews over an editor; ends only previews that it started. */
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
 * Handlers that preview a choice on hover by mouse or pen, and on keyboard focus. A touch selects the choice
 * directly.
 */
export function fittingOn(fitting: Fitting, trial: () => Trial | null): DOMAttributes<HTMLElement> {
  return {
    onPointerEnter: ({ pointerType, currentTarget }) =>
      pointerType !== 'touch' && fitting.begin(trial(), currentTarget),
    onPointerLeave: fitting.end,
    // Also applies to choices with more elements than a button.
    onFocus: ({ target, currentTarget }) =>
      target.matches(':focus-visible') && fitting.begin(trial(), currentTarget),
    onBlur: fitting.end,
    onKeyDown: (event) => event.key === 'Escape' && fitting.end(),
  };
}
