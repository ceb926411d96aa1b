import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { OpeningTool } from './opening-tool.ts';

/** The opening tool while it is active; null otherwise. */
export function useOpeningTool(): OpeningTool | null {
  const { tools } = useEditor();
  useStore(tools);
  const { current } = tools;
  return current instanceof OpeningTool ? current : null;
}
