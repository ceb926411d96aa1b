import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { PenTool } from './pen-tool.ts';

/** The pen while it is active; null otherwise. */
export function usePenTool(): PenTool | null {
  const { tools } = useEditor();
  useSignalValue(tools.activeId);
  const { current } = tools;
  return current instanceof PenTool ? current : null;
}
