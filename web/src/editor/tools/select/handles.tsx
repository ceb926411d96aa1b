import { useFrame } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { useDrawing } from '../../scene-overlay/use-drawing.ts';
import { GizmoObject } from './gizmo-object.ts';
import { SelectTool } from './select-tool.ts';

/** Gizmo of the selection; a dragged handle is the only visible one. */
export function Handles() {
  const editor = useEditor();
  const { colors } = useDrawing();
  useSignalValue(editor.tools.activeId);
  const tool = editor.tools.current;
  const mode = tool instanceof SelectTool ? tool.mode : null;
  const gizmo = useMemo(() => mode && new GizmoObject(mode, colors), [mode, colors]);
  useEffect(() => () => gizmo?.dispose(), [gizmo]);
  useFrame(() => {
    const hovered = editor.hover.value?.handle ?? null;
    const isDragging = editor.drag.state.value !== null;
    const frame = tool instanceof SelectTool ? tool.frame : null;
    gizmo?.update(frame, { hovered, held: isDragging ? hovered : null });
  });
  return gizmo && <primitive object={gizmo.object} />;
}
