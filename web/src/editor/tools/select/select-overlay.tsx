import { useFrame } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import { BufferGeometry } from 'three';
import { CurveDot } from '../../features/walls/moving/curve-dot.tsx';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { useDrawing } from '../../scene-overlay/use-drawing.ts';
import { ScreenSizeDot } from '../screen-size-dot.tsx';
import { GizmoObject } from './gizmo-object.ts';
import type { SelectTool } from './select-tool.ts';

/** Half the size of a snapped point, in CSS pixels. */
const POINT_PIXELS = 5;

/** Scene overlay of the select and transform tools. */
export function SelectOverlay({ tool }: { tool: SelectTool }) {
  return (
    <>
      <Handles tool={tool} />
      <CurveDot tool={tool} />
      <SnapLines tool={tool} />
    </>
  );
}

/** Gizmo of the selection; a dragged handle is the only visible one. */
function Handles({ tool }: { tool: SelectTool }) {
  const editor = useEditor();
  const { colors } = useDrawing();
  const { mode } = tool;
  const gizmo = useMemo(() => mode && new GizmoObject(mode, colors), [mode, colors]);
  useEffect(() => () => gizmo?.dispose(), [gizmo]);
  useFrame(() => {
    const hovered = editor.hover.value?.handle ?? null;
    const isDragging = editor.drag.state.value !== null;
    gizmo?.update(tool.frame, { hovered, held: isDragging ? hovered : null });
  });
  return gizmo && <primitive object={gizmo.object} />;
}

/** Guide lines and snapped point of a drag, drawn on top of the scene. */
function SnapLines({ tool }: { tool: SelectTool }) {
  const { colors } = useDrawing();
  const { lines, caught } = useSignalValue(tool.marks);
  const geometry = useMemo(
    () => new BufferGeometry().setFromPoints(lines.flatMap(({ from, to }) => [from, to])),
    [lines],
  );
  useEffect(() => () => geometry.dispose(), [geometry]);
  return (
    <>
      {lines.length > 0 && (
        <lineSegments geometry={geometry} frustumCulled={false} renderOrder={3}>
          <lineBasicMaterial color={colors.guide} toneMapped={false} depthTest={false} transparent />
        </lineSegments>
      )}
      {caught && <ScreenSizeDot at={caught.point.toArray()} color={colors.guide} pixels={POINT_PIXELS} />}
    </>
  );
}
