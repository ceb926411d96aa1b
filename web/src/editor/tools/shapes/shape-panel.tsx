import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { Choice, ToolBar } from '../tool-bar.tsx';
import { DRAWN_KINDS, ShapeTool } from './shape-tool.ts';

/** Kind of the next shape. */
export function ShapePanel() {
  const editor = useEditor();
  useSignalValue(editor.tools.activeId);
  const tool = editor.tools.current;
  return tool instanceof ShapeTool && <Settings tool={tool} />;
}

function Settings({ tool }: { tool: ShapeTool }) {
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
