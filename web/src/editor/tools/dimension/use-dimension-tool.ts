import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { DimensionTool } from './dimension-tool.ts';

/** The dimension tool while it is active; rerenders with the selection and the scene. */
export function useDimensionTool(): DimensionTool | null {
  const editor = useEditor();
  useSignalValue(editor.tools.activeId);
  useSignalValue(editor.selection.ids);
  useSignalValue(editor.scene.document);
  useSignalValue(editor.isReadOnly);
  const tool = editor.tools.current;
  return tool instanceof DimensionTool ? tool : null;
}
