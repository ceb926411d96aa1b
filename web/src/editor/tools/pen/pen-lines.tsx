import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { useEffect, useMemo } from 'react';
import { BufferGeometry, type Vector3 } from 'three';
import { worldPoint } from '../../features/walls/model/plan-level.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useLineage } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { type PenPoint, penLine } from '../../kernels/pen.ts';
import type { SceneReader } from '../../parts.ts';
import { useDrawing } from '../../scene-overlay/use-drawing.ts';
import { ScreenSizeDot } from '../screen-size-dot.tsx';
import type { PenDraft, PenTool } from './pen-tool.ts';

const BEACON_PIXELS = 6;
const POINT_PIXELS = 6;

/** Running line with its next segment, and the points of the selected path. */
export function PenLines({ tool }: { tool: PenTool }) {
  return (
    <>
      <Draft tool={tool} />
      <PathPoints tool={tool} />
    </>
  );
}

function Draft({ tool }: { tool: PenTool }) {
  const editor = useEditor();
  const { colors } = useDrawing();
  const draft = useSignalValue(tool.draft);
  const { level, points, isClosing } = draft;
  const { line, bend } = useMemo(() => linesOf(editor, draft), [editor, draft]);
  const [first] = points;
  const next = nextOf(draft);
  const placeOf = (at: PlanPoint) => worldPoint(editor, level, at).toArray();
  return (
    <>
      <SceneLines points={line} color={colors.selection} />
      <SceneLines points={bend} color={colors.hover} />
      {first && (
        <ScreenSizeDot
          at={placeOf(first.at)}
          color={isClosing ? colors.y : colors.selection}
          pixels={BEACON_PIXELS}
        />
      )}
      {next && !isClosing && (
        <ScreenSizeDot at={placeOf(next)} color={colors.selection} pixels={BEACON_PIXELS} />
      )}
    </>
  );
}

/** Points of the selected path in one draw call, and the one that a press would grab. */
function PathPoints({ tool }: { tool: PenTool }) {
  const editor = useEditor();
  const { colors } = useDrawing();
  const { points: drawn } = useSignalValue(tool.draft);
  const grip = useSignalValue(tool.grip);
  const [path] = useSignalValue(editor.selection.ids);
  useLineage(path);
  useSignalValue(editor.isReadOnly);
  const open = drawn.length === 0 ? tool.open : null;
  if (!open) {
    return null;
  }
  return (
    <>
      <Dots places={open.points.map((at) => worldPoint(editor, open.level, at))} color={colors.neutral} />
      {grip && (
        <ScreenSizeDot
          at={worldPoint(editor, grip.path.level, grip.at).toArray()}
          color={grip.isNew ? colors.y : colors.hover}
          pixels={BEACON_PIXELS}
        />
      )}
    </>
  );
}

function Dots({ places, color }: { places: readonly Vector3[]; color: string }) {
  const geometry = useMemo(() => new BufferGeometry().setFromPoints([...places]), [places]);
  useEffect(() => () => geometry.dispose(), [geometry]);
  return (
    <points geometry={geometry} frustumCulled={false} renderOrder={3}>
      <pointsMaterial
        color={color}
        size={POINT_PIXELS * window.devicePixelRatio}
        sizeAttenuation={false}
        toneMapped={false}
        depthTest={false}
        transparent
      />
    </points>
  );
}

/** End of the next segment. */
function nextOf({ points, cursor, isClosing }: PenDraft): PlanPoint | null {
  return isClosing ? (points[0]?.at ?? null) : cursor;
}

/** Line with its next segment, and the handles of its last point, as pairs of world points. */
function linesOf(editor: SceneReader, draft: PenDraft): { line: Vector3[]; bend: Vector3[] } {
  const { level, points } = draft;
  const next = nextOf(draft);
  const drawn = next && points.length > 0 ? [...points, { at: next, handle: null }] : points;
  const pairs = (line: readonly PlanPoint[]) => segments(line.map((at) => worldPoint(editor, level, at)));
  return { line: pairs(penLine(drawn, false)), bend: pairs(bendOf(points.at(-1))) };
}

/** Both handle ends of a point; empty for a corner. */
function bendOf(point: PenPoint | undefined): PlanPoint[] {
  if (!point?.handle) {
    return [];
  }
  const { at, handle } = point;
  return [
    [at[0] - handle[0], at[1] - handle[1]],
    [at[0] + handle[0], at[1] + handle[1]],
  ];
}

/** Line as pairs of points. */
function segments(line: readonly Vector3[]): Vector3[] {
  return line.flatMap((point, i) => {
    const next = line[i + 1];
    return next ? [point, next] : [];
  });
}

/** Lines between pairs of world points, drawn on top of the scene. */
function SceneLines({ points, color }: { points: readonly Vector3[]; color: string }) {
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
