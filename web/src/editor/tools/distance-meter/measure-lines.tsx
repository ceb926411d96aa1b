import { useEffect, useMemo } from 'react';
import { BufferGeometry, type Vector3 } from 'three';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import type { MeasureMode } from '../../kernels/measure.ts';
import { useDrawing } from '../../scene-overlay/use-drawing.ts';
import { measureToolOf } from './measure-tool.ts';

/** The lines of what was measured and of what is being measured, over everything that stands before them. */
export function MeasureLines() {
  const tool = measureToolOf(useEditor());
  const { colors } = useDrawing();
  const measures = useStore(tool.measures);
  const draft = useStore(tool.draft);
  const caught = useStore(tool.caught);
  const mode = useStore(tool.mode);
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
      <Lines points={kept} color={colors.selection} />
      <Lines points={live} color={colors.hover} />
    </>
  );
}

function Lines({ points, color }: { points: readonly Vector3[]; color: string }) {
  const geometry = useMemo(() => new BufferGeometry().setFromPoints([...points]), [points]);
  useEffect(() => () => geometry.dispose(), [geometry]);
  return (
    points.length > 0 && (
      <lineSegments geometry={geometry} frustumCulled={false}>
        <lineBasicMaterial color={color} toneMapped={false} depthTest={false} transparent />
      </lineSegments>
    )
  );
}

/** The lines of a measure as pairs of points; those that go round something are closed. */
function segmentsOf(mode: MeasureMode, points: readonly Vector3[]): Vector3[] {
  const isRound = (mode === 'area' || mode === 'perimeter') && points.length > 2;
  return points.flatMap((point, i) => {
    const next = points[i + 1] ?? (isRound ? points[0] : undefined);
    return next ? [point, next] : [];
  });
}
