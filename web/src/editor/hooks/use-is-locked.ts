import { useEditor } from './use-editor.tsx';
import { useSignalValue } from './use-signal-value.ts';

/**
 * Whether nodes cannot be changed: the scene is read-only, or one of them or of their ancestors is locked.
 */
export function useIsLocked(ids: readonly string[]): boolean {
  const { scene, isReadOnly } = useEditor();
  const isLocked = useSignalValue(() => ids.some((id) => scene.isLocked(id)));
  return useSignalValue(isReadOnly) || isLocked;
}
