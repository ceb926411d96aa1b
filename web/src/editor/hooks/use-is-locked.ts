import { useSyncExternalStore } from 'react';
import { useEditor } from './use-editor.tsx';
import { useStore } from './use-store.ts';

/**
 * Whether nodes cannot be changed: the scene is read-only, or one of them or of their ancestors is locked.
 */
export function useIsLocked(ids: readonly string[]): boolean {
  const { scene, isReadOnly } = useEditor();
  const isLocked = useSyncExternalStore(scene.subscribe, () => ids.some((id) => scene.isLocked(id)));
  return useStore(isReadOnly) || isLocked;
}
