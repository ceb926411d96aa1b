import { useEditor } from '../../../hooks/use-editor.tsx';
import { useSignalValue } from '../../../hooks/use-signal-value.ts';
import { WallTool } from './wall-tool.ts';

/** The wall tool while it is active; null otherwise. */
export function useWallTool(): WallTool | null {
  const { tools } = useEditor();
  useSignalValue(tools.activeId);
  const { current } = tools;
  return current instanceof WallTool ? current : null;
}
