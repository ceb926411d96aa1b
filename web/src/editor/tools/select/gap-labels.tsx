import { useEditor } from '../../hooks/use-editor.tsx';
import { useFormatLength } from '../../hooks/use-format-length.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { SceneLabel } from '../scene-label.tsx';
import { SelectTool } from './select-tool.ts';

/** Widths of gaps that a drag has made equal. */
export function GapLabels() {
  const editor = useEditor();
  useSignalValue(editor.tools.activeId);
  const tool = editor.tools.current;
  return tool instanceof SelectTool && <Shown tool={tool} />;
}

function Shown({ tool }: { tool: SelectTool }) {
  const { lines } = useSignalValue(tool.marks);
  const length = useFormatLength();
  return lines.map(
    ({ from, to, gap, axis }, i) =>
      gap !== null && (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one axis come in their order along it
        <SceneLabel key={`${axis}${i}`} at={from.clone().add(to).divideScalar(2)} tone="active">
          = {length(gap, 2)}
        </SceneLabel>
      ),
  );
}
