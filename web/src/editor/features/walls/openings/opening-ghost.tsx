import { openingGeometry } from '@diorama/shared/scene/nodes/opening/geometry.ts';
import { openingProps } from '@diorama/shared/scene/nodes/opening/schema.ts';
import { useEffect, useMemo } from 'react';
import { BufferGeometry, Float32BufferAttribute } from 'three';
import { useEditor } from '../../../hooks/use-editor.tsx';
import { useSignalValue } from '../../../hooks/use-signal-value.ts';
import type { SceneReader } from '../../../parts.ts';
import { useDrawing } from '../../../scene-overlay/use-drawing.ts';
import { GhostBox } from '../../../tools/ghost-box.tsx';
import { neighboursIn } from '../model/kernels/walls.ts';
import { levelMatrix } from '../model/plan-level.ts';
import { wallsOn } from '../model/wall-plan.ts';
import { type GhostPlace, ghostPlace } from './ghost-place.ts';
import type { OpeningGhost, OpeningTool } from './opening-tool.ts';

/** Preview of the next opening: green where it fits, red where it collides. */
export function OpeningGhosts({ tool }: { tool: OpeningTool }) {
  const ghost = useSignalValue(tool.ghost);
  const editor = useEditor();
  const { colors } = useDrawing();
  useSignalValue(editor.scene.document);
  const place = ghost && ghostPlace(editor, ghost);
  if (!ghost || !place) {
    return null;
  }
  const color = ghost.placed.isAllowed ? colors.y : colors.x;
  return (
    <group matrixAutoUpdate={false} matrix={levelMatrix(editor, ghost.level)}>
      <GhostBox at={place.at} angle={place.angle} size={place.size} color={color} />
      {ghost.moving === null && <Parts ghost={ghost} color={color} />}
      <Gaps gaps={place.gaps} height={place.at[1] + place.size[1] / 2} color={color} />
    </group>
  );
}

/** Preview of frame, leaf and glass. */
function Parts({ ghost, color }: { ghost: OpeningGhost; color: string }) {
  const editor = useEditor();
  const geometry = useMemo(() => partsOf(editor, ghost), [editor, ghost]);
  useEffect(() => () => geometry?.dispose(), [geometry]);
  return (
    geometry && (
      <mesh geometry={geometry} frustumCulled={false}>
        <meshBasicMaterial color={color} toneMapped={false} transparent opacity={0.6} depthWrite={false} />
      </mesh>
    )
  );
}

/** Lines along the wall for the gaps beside the opening. */
function Gaps({ gaps, height, color }: { gaps: GhostPlace['gaps']; height: number; color: string }) {
  const geometry = useMemo(() => {
    const points = gaps.flatMap(({ way }) =>
      way.slice(1).flatMap((to, i) => {
        const from = way[i] ?? to;
        return [from[0], height, from[1], to[0], height, to[1]];
      }),
    );
    return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
  }, [gaps, height]);
  useEffect(() => () => geometry.dispose(), [geometry]);
  return (
    <lineSegments geometry={geometry} frustumCulled={false}>
      <lineBasicMaterial color={color} toneMapped={false} transparent depthTest={false} />
    </lineSegments>
  );
}

function partsOf(editor: SceneReader, { level, placed, flipped }: OpeningGhost): BufferGeometry | null {
  const { walls } = wallsOn(editor, level);
  const wall = walls.get(placed.wall);
  if (!wall) {
    return null;
  }
  const shared = openingGeometry.share(openingProps.parse({ ...placed.props, flipped }), {
    wall,
    ...neighboursIn(walls, placed.wall),
  });
  return shared && openingGeometry.build(shared.shape);
}
