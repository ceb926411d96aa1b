import { distance } from '@diorama/shared/scene/nodes/wall/line.ts';
import { worldPoint } from '../../features/walls/model/plan-level.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useFormatLength } from '../../hooks/use-format-length.ts';
import { useLineage } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { SceneLabel } from '../scene-label.tsx';
import type { PenTool } from './pen-tool.ts';

/** Distance from the last point to the next one. */
export function PenLabel({ tool }: { tool: PenTool }) {
  const editor = useEditor();
  const lengthOf = useFormatLength();
  const { level, points, cursor, isClosing } = useSignalValue(tool.draft);
  useLineage(level.parent ?? undefined);
  const from = points.at(-1)?.at;
  const to = isClosing ? points[0]?.at : cursor;
  const length = from && to ? distance(from, to) : 0;
  if (!from || !to || length === 0) {
    return null;
  }
  return (
    <SceneLabel at={worldPoint(editor, level, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])}>
      {lengthOf(length)}
    </SceneLabel>
  );
}
