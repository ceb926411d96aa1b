import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { Choice, ToolBar } from '../tool-bar.tsx';
import { DRAWN_KINDS, type ShapeTool } from './shape-tool.ts';

/** Kind of the next shape. */
export function ShapePanel({ tool }: { tool: ShapeTool }) {
  const { t } = useEditorTranslations();
  const kind = useSignalValue(tool.kind);
  const labelOf = (one: (typeof DRAWN_KINDS)[number]) => {
    const label = findNodeDef(one)?.inspector.label;
    return label ? t(label) : one;
  };
  return (
    <ToolBar label={t('tool.shapes')}>
      <Choice
        label={t('shapes.kind')}
        value={kind}
        options={DRAWN_KINDS.map((value) => ({ value, label: labelOf(value) }))}
        onChange={(next) => {
          tool.kind.value = next;
        }}
      />
    </ToolBar>
  );
}
