import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { DropperTool } from './dropper-tool.ts';

/** The dropper while it is active; null otherwise. */
export function useDropperTool(): DropperTool | null {
  const { tools } = useEditor();
  useStore(tools);
  const { current } = tools;
  return current instanceof DropperTool ? current : null;
}
