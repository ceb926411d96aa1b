import { LatePart, type LatePartProps } from '../components/feedback/late-part.tsx';
import { useEditor } from './hooks/use-editor.tsx';
import { useStore } from './hooks/use-store.ts';

/** What the first frame of the scene does not wait for: drawn after it, so that its code is fetched after it as well. */
export function AfterFirstFrame(props: LatePartProps) {
  const { hasFirstFrame } = useEditor();
  return useStore(hasFirstFrame) && <LatePart {...props} />;
}
