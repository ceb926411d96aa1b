import { useState } from 'react';
import { useEditor } from './use-editor.tsx';

/** Panel switch that keeps its state by name until the editor is closed; initially off. */
export function useRememberedSwitch(name: string): [isOn: boolean, toggle: () => void] {
  const { folds } = useEditor().ui;
  const [isOn, setIsOn] = useState(folds.get(name) ?? false);
  const toggle = () => {
    folds.set(name, !isOn);
    setIsOn(!isOn);
  };
  return [isOn, toggle];
}
