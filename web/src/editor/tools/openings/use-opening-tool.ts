import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { OpeningTool } from './opening-tool.ts';

/** The tool of doors and windows while it is in use; null once it is not. */
export function useOpeningTool(): OpeningTool | null {
  const { tools } = useEditor();
  useStore(tools);
  const { current } = tools;
  return current instanceof OpeningTool ? current : null;
}
