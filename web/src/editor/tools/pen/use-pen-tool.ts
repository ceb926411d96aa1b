import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { PenTool } from './pen-tool.ts';

/** The pen while it is active; null otherwise. */
export function usePenTool(): PenTool | null {
  const { tools } = useEditor();
  useStore(tools);
  const { current } = tools;
  return current instanceof PenTool ? current : null;
}
