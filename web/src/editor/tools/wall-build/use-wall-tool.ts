import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { WallTool } from './wall-tool.ts';

/** The wall tool while it is active; null otherwise. */
export function useWallTool(): WallTool | null {
  const { tools } = useEditor();
  useStore(tools);
  const { current } = tools;
  return current instanceof WallTool ? current : null;
}
