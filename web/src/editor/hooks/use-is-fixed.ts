import { useSyncExternalStore } from 'react';
import { useEditor } from './use-editor.tsx';
import { useStore } from './use-store.ts';

/** Whether things cannot be changed: by nobody here, or as one of them is locked, by itself or by what holds it. */
export function useIsFixed(ids: readonly string[]): boolean {
  const { scene, isReadOnly } = useEditor();
  const isLocked = useSyncExternalStore(scene.subscribe, () => ids.some((id) => scene.isLocked(id)));
  return useStore(isReadOnly) || isLocked;
}
