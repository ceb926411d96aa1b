import { useEditor } from '../../../hooks/use-editor.tsx';
import { useSignalValue } from '../../../hooks/use-signal-value.ts';
import { OpeningTool } from './opening-tool.ts';

/** The opening tool while it is active; null otherwise. */
export function useOpeningTool(): OpeningTool | null {
  const { tools } = useEditor();
  useSignalValue(tools.activeId);
  const { current } = tools;
  return current instanceof OpeningTool ? current : null;
}
