import { lengthRange } from '@diorama/shared/scene/nodes/ranges.ts';
import { levelOf } from '../../features/walls/model/wall-plan.ts';
import { PlanLength } from '../../features/walls/plan-length.tsx';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useLiveEdit } from '../../hooks/use-live-edit.ts';
import { NumberField } from '../../inspector/number-field.tsx';
import { lengthsOf, pullableSides } from '../../queries/resize.ts';
import { ToolBar } from '../tool-bar.tsx';
import type { DimensionTool } from './dimension-tool.ts';
import { useSized } from './use-sized.ts';

/** Number fields for the lengths of the selected node. */
export function DimensionPanel({ tool }: { tool: DimensionTool }) {
  const { t } = useEditorTranslations();
  const editor = useEditor();
  const live = useLiveEdit(editor);
  const sized = useSized(tool);
  if (!sized) {
    return null;
  }
  const lengths = lengthsOf(sized);
  const axes = new Set(pullableSides(sized).map(({ axis }) => axis));
  return (
    <ToolBar label={t('tool.dimension')}>
      {levelOf(editor, sized.id) && (
        <div className="w-[4.25rem]">
          <PlanLength id={sized.id} glyph="L" />
        </div>
      )}
      {[...axes].map((axis) => (
        <div key={axis} className="w-[4.25rem]">
          <NumberField
            label={t(`dimension.${axis}`)}
            glyph={axis.toUpperCase()}
            axis={axis}
            value={lengths[axis]}
            spec={lengthRange}
            onChange={(length) => tool.setLength(axis, length, live)}
            onCommit={live.commit}
            onCancel={live.cancel}
          />
        </div>
      ))}
    </ToolBar>
  );
}
