import { LazyBoundary, type LazyBoundaryProps } from '../components/feedback/lazy-boundary.tsx';
import { useEditor } from './hooks/use-editor.tsx';
import { useSignalValue } from './hooks/use-signal-value.ts';

/**
 * Parts of the editor that are rendered, and whose code is fetched, only after the first frame of the scene.
 */
export function AfterFirstFrame(props: LazyBoundaryProps) {
  const { hasFirstFrame } = useEditor();
  return useSignalValue(hasFirstFrame) && <LazyBoundary {...props} />;
}
