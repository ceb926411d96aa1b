import { Vector3 } from 'three';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useFormatLength } from '../../hooks/use-format-length.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { lengthsOf, pullableSides, type SizeAxis, type Sized } from '../../queries/resize.ts';
import { SceneLabel } from '../scene-label.tsx';
import { SelectLayer } from '../select/layer.tsx';
import type { DimensionTool } from './dimension-tool.ts';
import { useSized } from './use-sized.ts';

/** Lengths of the selected node at the edges of its box. */
export function DimensionLabels({ tool }: { tool: DimensionTool }) {
  return (
    <>
      <SelectLayer tool={tool} />
      <Lengths tool={tool} />
    </>
  );
}

function Lengths({ tool }: { tool: DimensionTool }) {
  const editor = useEditor();
  const length = useFormatLength();
  const drag = useSignalValue(editor.drag.state);
  const active = useSignalValue(tool.side);
  const sized = useSized(tool);
  if (!sized || drag) {
    return null;
  }
  const lengths = lengthsOf(sized);
  const world = editor.scene.worldOf(sized.id);
  const axes = new Set(pullableSides(sized).map(({ axis }) => axis));
  return [...axes].map((axis) => (
    <SceneLabel
      key={axis}
      at={edgeMiddle(sized, axis).applyMatrix4(world)}
      tone={active?.axis === axis ? 'active' : 'plain'}
    >
      {length(lengths[axis])}
    </SceneLabel>
  ));
}

/** Middle of the edge for an axis: the lower front edges, and the right one for the height. */
function edgeMiddle({ box }: Sized, axis: SizeAxis): Vector3 {
  const { min, max } = box;
  const middle = box.getCenter(new Vector3());
  return {
    x: new Vector3(middle.x, min.y, max.z),
    y: new Vector3(max.x, middle.y, max.z),
    z: new Vector3(max.x, min.y, middle.z),
  }[axis];
}
