import { wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { useEditor } from '../../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../../hooks/use-editor-translations.ts';
import { useFormatLength } from '../../../hooks/use-format-length.ts';
import { useLineage } from '../../../hooks/use-scene.ts';
import { useSignalValue } from '../../../hooks/use-signal-value.ts';
import { SceneLabel } from '../../../tools/scene-label.tsx';
import type { Tool } from '../../../tools/tool.ts';
import { curveHandle } from '../model/curve-handle.ts';
import { BendingWall } from './bending-wall.ts';

/** Curve of the wall that is being bent. */
export function CurveLabel({ tool }: { tool: Tool }) {
  useSignalValue(tool.editor.tools.path);
  const { state } = tool;
  return state instanceof BendingWall && <Shown wall={state.wall} />;
}

function Shown({ wall }: { wall: string }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const length = useFormatLength();
  useLineage(wall);
  const node = editor.scene.node(wall);
  const handle = curveHandle(editor);
  if (node?.kind !== 'wall' || !handle) {
    return null;
  }
  const arc = wallLine(node.props)?.arc;
  return (
    <SceneLabel at={handle.at} tone="active">
      <span role="status">
        {arc
          ? t('wall.curved', {
              radius: length(Math.abs(arc.radius)),
              rise: length(Math.abs(node.props.curve)),
            })
          : t('wall.straight')}
      </span>
    </SceneLabel>
  );
}
