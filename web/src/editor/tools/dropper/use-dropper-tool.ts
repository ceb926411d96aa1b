import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { DropperTool } from './dropper-tool.ts';

/** The dropper while it is active; null otherwise. */
export function useDropperTool(): DropperTool | null {
  const { tools } = useEditor();
  useSignalValue(tools.activeId);
  const { current } = tools;
  return current instanceof DropperTool ? current : null;
}
