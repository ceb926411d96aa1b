import { useState } from 'react';
import { useEditor } from './use-editor.tsx';

/** A switch of a panel that is as the person left another of that name, for as long as the editor is open; off before that. */
export function useKeptSwitch(name: string): [isOn: boolean, toggle: () => void] {
  const { folds } = useEditor().ui;
  const [isOn, setIsOn] = useState(folds.get(name) ?? false);
  const toggle = () => {
    folds.set(name, !isOn);
    setIsOn(!isOn);
  };
  return [isOn, toggle];
}
