import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { wallGeometry } from '@diorama/shared/scene/nodes/wall/geometry.ts';
import { pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { wallOutline } from '@diorama/shared/scene/nodes/wall/outline.ts';
import { useEffect, useMemo } from 'react';
import { BufferGeometry, Float32BufferAttribute } from 'three';
import { useEditor } from '../../../hooks/use-editor.tsx';
import { useSignalValue } from '../../../hooks/use-signal-value.ts';
import { useDrawing } from '../../../scene-overlay/use-drawing.ts';
import { GhostBox, GhostShape } from '../../../tools/ghost-box.tsx';
import { ScreenSizeDot } from '../../../tools/screen-size-dot.tsx';
import type { ViewportColors } from '../../../viewport/viewport-colors.ts';
import type { PlanSnapKind } from '../model/kernels/snap-cursor.ts';
import { type WallAngle, wallAngles } from '../model/kernels/wall-angles.ts';
import { levelMatrix, worldPoint } from '../model/plan-level.ts';
import { wallsToMeet } from '../model/wall-plan.ts';
import { CurveDot } from '../moving/curve-dot.tsx';
import { ghostLines } from './ghost-lines.ts';
import type { WallTool } from './wall-tool.ts';

/** Dot colour of the cursor by snap kind. */
const BEACON: Readonly<Record<PlanSnapKind, keyof ViewportColors>> = {
  endpoint: 'y',
  midpoint: 'z',
  crossing: 'x',
  body: 'selection',
  grid: 'neutral',
  ray: 'hover',
  free: 'grid',
  typed: 'hover',
};
const BEACON_PIXELS = 6;
const HANDLE_PIXELS = 7;
/** Angle of an arc's line segments, in radians. */
const ARC_STEP = Math.PI / 32;

/** Preview of the next wall with its end point and angles. */
export function WallGhost({ tool }: { tool: WallTool }) {
  const editor = useEditor();
  const { colors } = useDrawing();
  const draft = useSignalValue(tool.draft);
  const settings = useSignalValue(tool.settings);
  useSignalValue(editor.scene.document);
  const { level, from, cursor, isRefused } = draft;
  const lines = ghostLines(draft, tool.shape);
  const [first] = lines;
  const angles = lines.length === 1 && first ? wallAngles(wallsToMeet(editor, level), first) : [];
  return (
    <>
      {!from && <EndHandles tool={tool} />}
      {!from && <CurveDot tool={tool} />}
      <group matrixAutoUpdate={false} matrix={levelMatrix(editor, level)}>
        {lines.map(({ side, from: start, to: end, curve }) => (
          <GhostWall
            key={side}
            wall={{ ...settings, start, end, curve }}
            color={isRefused ? colors.x : colors.selection}
          />
        ))}
        {angles.map((angle) => (
          <Arc key={`${angle.at}`} angle={angle} color={colors.hover} />
        ))}
        {from && <ScreenSizeDot at={[from[0], 0, from[1]]} color={colors.selection} pixels={BEACON_PIXELS} />}
        {cursor && (
          <ScreenSizeDot
            at={[cursor.point[0], 0, cursor.point[1]]}
            color={colors[BEACON[cursor.kind]]}
            pixels={BEACON_PIXELS}
          />
        )}
      </group>
    </>
  );
}

type GhostWallProps = { wall: Parameters<typeof wallLine>[0] & { height: number }; color: string };

function GhostWall({ wall, color }: GhostWallProps) {
  const line = wallLine(wall);
  if (!line) {
    return null;
  }
  if (line.arc) {
    return <CurvedGhost wall={wall} color={color} />;
  }
  const [x, z] = pointOn(line, line.length / 2, (line.edges.left + line.edges.right) / 2);
  return (
    <GhostBox
      at={[x, 0, z]}
      angle={Math.atan2(-line.along[1], line.along[0])}
      size={[line.length, wall.height, wall.thickness]}
      color={color}
    />
  );
}

function CurvedGhost({ wall, color }: GhostWallProps) {
  const { start, end, thickness, justification, curve, height } = wall;
  const geometry = useMemo(() => {
    const plan = { start, end, thickness, justification, curve };
    const outline = wallOutline(plan, []);
    return wallGeometry.build({ wall: plan, height, pieces: outline ? [{ outline, spans: [] }] : [] });
  }, [start, end, thickness, justification, curve, height]);
  useEffect(() => () => geometry.dispose(), [geometry]);
  return <GhostShape geometry={geometry} color={color} />;
}

function Arc({ angle, color }: { angle: WallAngle; color: string }) {
  const geometry = useMemo(
    () => new BufferGeometry().setAttribute('position', new Float32BufferAttribute(arcPoints(angle), 3)),
    [angle],
  );
  useEffect(() => () => geometry.dispose(), [geometry]);
  return (
    <lineSegments geometry={geometry} frustumCulled={false}>
      <lineBasicMaterial color={color} toneMapped={false} transparent depthTest={false} />
    </lineSegments>
  );
}

/** Draggable ends of the selected wall. */
function EndHandles({ tool }: { tool: WallTool }) {
  const editor = useEditor();
  const { colors } = useDrawing();
  useSignalValue(editor.selection.ids);
  useSignalValue(editor.isReadOnly);
  return tool.handles.map(({ end, at, level }) => (
    <ScreenSizeDot
      key={end}
      at={worldPoint(editor, level, at).toArray()}
      color={colors.neutral}
      pixels={HANDLE_PIXELS}
    />
  ));
}

function arcPoints({ at, from, sweep, radius }: WallAngle): number[] {
  const count = Math.max(Math.ceil(Math.abs(sweep) / ARC_STEP), 1);
  const point = (i: number): PlanPoint => {
    const heading = from + (sweep * i) / count;
    return [at[0] + Math.cos(heading) * radius, at[1] + Math.sin(heading) * radius];
  };
  return Array.from({ length: count }, (_, i) => [point(i), point(i + 1)])
    .flat()
    .flatMap(([x, z]) => [x, 0.01, z]);
}
