import { useEditor } from '../../../hooks/use-editor.tsx';
import { useLineage } from '../../../hooks/use-scene.ts';
import { useSignalValue } from '../../../hooks/use-signal-value.ts';
import { useDrawing } from '../../../scene-overlay/use-drawing.ts';
import { ScreenSizeDot } from '../../../tools/screen-size-dot.tsx';
import { SelectTool } from '../../../tools/select/select-tool.ts';
import type { Tool } from '../../../tools/tool.ts';
import { curveHandle } from '../model/curve-handle.ts';

/** Size in pixels, equal to that of the dots at a wall's ends. */
const HANDLE_PIXELS = 7;

/** Curve handle of the selected wall, if the tool has one. */
export function CurveDot({ tool }: { tool: Tool }) {
  const editor = useEditor();
  const { colors } = useDrawing();
  const [wall] = useSignalValue(editor.selection.ids);
  useLineage(wall);
  useSignalValue(editor.isReadOnly);
  const isDragged = useSignalValue(editor.drag.state) !== null;
  const handle = tool instanceof SelectTool ? tool.curveHandle : curveHandle(editor);
  return (
    handle &&
    !isDragged && <ScreenSizeDot at={handle.at.toArray()} color={colors.neutral} pixels={HANDLE_PIXELS} />
  );
}
