import { useMemo } from 'react';
import { segmentsOf } from '../../../scene/measure/measured-line.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { useDrawing } from '../../scene-overlay/use-drawing.ts';
import { SceneLines } from '../../tools/scene-lines.tsx';
import { measureToolOf } from './measure-tool.ts';

/** Lines of measures and of the running one, drawn on top of the scene. */
export function MeasureLines() {
  const tool = measureToolOf(useEditor());
  const { colors } = useDrawing();
  const measures = useSignalValue(tool.measures);
  const draft = useSignalValue(tool.draft);
  const caught = useSignalValue(tool.caught);
  const mode = useSignalValue(tool.mode);
  const kept = useMemo(
    () =>
      measures
        .filter(({ isShown }) => isShown)
        .flatMap((measure) =>
          segmentsOf(
            measure.mode,
            measure.points.map(({ point }) => point),
          ),
        ),
    [measures],
  );
  const live = useMemo(
    () =>
      draft.length === 0
        ? []
        : segmentsOf(
            mode,
            [...draft, ...(caught ? [caught] : [])].map(({ point }) => point),
          ),
    [draft, caught, mode],
  );
  return (
    <>
      <SceneLines points={kept} color={colors.selection} />
      <SceneLines points={live} color={colors.hover} />
    </>
  );
}
