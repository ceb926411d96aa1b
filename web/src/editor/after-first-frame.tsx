import { LatePart, type LatePartProps } from '../components/feedback/late-part.tsx';
import { useEditor } from './hooks/use-editor.tsx';
import { useStore } from './hooks/use-store.ts';

/**
 * Parts of the editor that are rendered, and whose code is fetched, only after the first frame of the scene.
 */
export function AfterFirstFrame(props: LatePartProps) {
  const { hasFirstFrame } = useEditor();
  return useStore(hasFirstFrame) && <LatePart {...props} />;
}
