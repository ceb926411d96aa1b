import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import type { Sized } from '../../queries/resize.ts';
import type { DimensionTool } from './dimension-tool.ts';

/** Node that the tool can resize now; rerenders with the selection and the scene. */
export function useSized(tool: DimensionTool): Sized | null {
  const editor = useEditor();
  useSignalValue(editor.selection.ids);
  useSignalValue(editor.scene.document);
  useSignalValue(editor.isReadOnly);
  return tool.sized;
}
