import { type ToggleEvent, useState } from 'react';
import { useEditor } from './use-editor.tsx';

/**
 * Props that keep a `details` element as the user left it, by name, until the editor is closed; initially
 * `isOpen`.
 */
export function useRememberedDetails(
  name: string,
  isOpen: boolean,
): { open: boolean; onToggle: (event: ToggleEvent<HTMLDetailsElement>) => void } {
  const { folds } = useEditor().ui;
  const [isShown, setIsShown] = useState(folds.get(name) ?? isOpen);
  return {
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
