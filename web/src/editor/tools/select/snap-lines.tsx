import { useEffect, useMemo } from 'react';
import { BufferGeometry } from 'three';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { useDrawing } from '../../scene-overlay/use-drawing.ts';
import { ScreenSizeDot } from '../screen-size-dot.tsx';
import { SelectTool } from './select-tool.ts';

/** Half the size of a snapped point, in CSS pixels. */
const POINT_PIXELS = 5;

/** Guide lines and snapped point of a drag, drawn on top of the scene. */
export function SnapLines() {
  const editor = useEditor();
  useSignalValue(editor.tools.activeId);
  const tool = editor.tools.current;
  return tool instanceof SelectTool && <Shown tool={tool} />;
}

function Shown({ tool }: { tool: SelectTool }) {
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
