import { useFrame } from '@react-three/fiber';
import { useRef } from 'react';
import { BoxGeometry, EdgesGeometry, type LineSegments, Matrix4, Vector3 } from 'three';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { shownWorld } from '../../queries/gizmo-frame.ts';
import { pullableSides } from '../../queries/resize.ts';
import { useDrawing } from '../../scene-overlay/use-drawing.ts';
import { ScreenSizeDot } from '../screen-size-dot.tsx';
import { SelectOverlay } from '../select/select-overlay.tsx';
import type { DimensionTool } from './dimension-tool.ts';
import { useSized } from './use-sized.ts';

/** Half the size of a handle, in CSS pixels. */
const HANDLE_PIXELS = 5;
const UNIT = new EdgesGeometry(new BoxGeometry(1, 1, 1));

/** Box around the selected node, with a handle on each side. */
export function SideHandles({ tool }: { tool: DimensionTool }) {
  return (
    <>
      <SelectOverlay tool={tool} />
      <SizeBox tool={tool} />
    </>
  );
}

function SizeBox({ tool }: { tool: DimensionTool }) {
  const editor = useEditor();
  const { colors } = useDrawing();
  const lines = useRef<LineSegments>(null);
  const active = useSignalValue(tool.side);
  const drag = useSignalValue(editor.drag.state);
  const sized = useSized(tool);
  useFrame(() => {
    if (lines.current && sized) {
      const size = sized.box.getSize(new Vector3());
      lines.current.matrix
        .copy(shownWorld(editor, sized.id))
        .multiply(new Matrix4().setPosition(sized.box.getCenter(new Vector3())).scale(size));
    }
  });
  if (!sized) {
    return null;
  }
  return (
    <>
      <lineSegments ref={lines} geometry={UNIT} matrixAutoUpdate={false} frustumCulled={false}>
        <lineBasicMaterial color={colors.selection} toneMapped={false} transparent />
      </lineSegments>
      {drag === null &&
        pullableSides(sized).map((side) => (
          <ScreenSizeDot
            key={`${side.axis}${side.sign}`}
            at={tool.middleOf(sized, side).toArray()}
            color={active?.axis === side.axis && active.sign === side.sign ? colors.hover : colors[side.axis]}
            pixels={HANDLE_PIXELS}
          />
        ))}
    </>
  );
}
