import { type ToggleEvent, useState } from 'react';
import { useEditor } from './use-editor.tsx';

/**
 * What a `details` element is given to be as the person left another of that name, for as long as the editor is open;
 * before that as `isOpen` says.
 */
export function useFold(
  name: string,
  isOpen: boolean,
): { open: boolean; onToggle: (event: ToggleEvent<HTMLDetailsElement>) => void } {
  const { folds } = useEditor().ui;
  const [isShown, setIsShown] = useState(folds.get(name) ?? isOpen);
  return {
    open: isShown,
    onToggle: ({ currentTarget: { open } }) => {
      setIsShown(open);
      // It tells of itself as it appears, too.
      if (open !== isShown) {
        folds.set(name, open);
      }
    },
  };
}
