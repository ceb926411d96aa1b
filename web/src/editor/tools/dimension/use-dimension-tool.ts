import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { DimensionTool } from './dimension-tool.ts';

/** The dimension tool while it is active; rerenders with the selection and the scene. */
export function useDimensionTool(): DimensionTool | null {
  const editor = useEditor();
  useStore(editor.tools);
  useStore(editor.selection);
  useStore(editor.scene);
  useStore(editor.isReadOnly);
  const tool = editor.tools.current;
  return tool instanceof DimensionTool ? tool : null;
}
