import { LazyBoundary, type LazyBoundaryProps } from '../components/feedback/lazy-boundary.tsx';
import { useEditor } from './hooks/use-editor.tsx';
import { useStore } from './hooks/use-store.ts';

/**
 * Parts of the editor that are rendered, and whose code is fetched, only after the first frame of the scene.
 */
export function AfterFirstFrame(props: LazyBoundaryProps) {
  const { hasFirstFrame } = useEditor();
  return useStore(hasFirstFrame) && <LazyBoundary {...props} />;
}
