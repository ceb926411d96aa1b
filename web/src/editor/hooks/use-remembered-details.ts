import { type RefObject, type ToggleEvent, useEffect, useRef, useState } from 'react';
import { useEditor } from './use-editor.tsx';
import { useSignalValue } from './use-signal-value.ts';

type RememberedDetails = {
  ref: RefObject<HTMLDetailsElement | null>;
  open: boolean;
  onToggle: (event: ToggleEvent<HTMLDetailsElement>) => void;
};

/**
 * Props that keep a `details` element as the user left it, by name, until the editor is closed; initially
 * `isOpen`. An action can open it and bring it into view.
 */
export function useRememberedDetails(name: string, isOpen: boolean): RememberedDetails {
  const { folds, revealedFold } = useEditor().ui;
  const ref = useRef<HTMLDetailsElement>(null);
  const [isShown, setIsShown] = useState(folds.get(name) ?? isOpen);
  const revealed = useSignalValue(revealedFold);
  useEffect(() => {
    if (revealed?.name === name) {
      setIsShown(true);
      ref.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [revealed, name]);
  return {
    ref,
    open: isShown,
    onToggle: ({ currentTarget: { open } }) => {
      setIsShown(open);
      // The `toggle` event also fires on mount.
      if (open !== isShown) {
        folds.set(name, open);
      }
    },
  };
}
