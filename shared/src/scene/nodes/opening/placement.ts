import { headingAt, pointOn, type WallPlan, wallLine } from '../wall/line.ts';
import { pieceAt, type WallNeighbours, wallPieces } from '../wall/pieces.ts';
import { type OpeningPlan, openingSpan, type Span } from '../wall/spans.ts';

/** Context of an opening: its wall, and the wall's neighbours of the same parent. */
export type OpeningRelated = WallNeighbours & { wall: WallPlan & { height: number } };

/**
 * Placement of an opening in wall space: `position` is the middle of its foot within the wall's thickness,
 * `angle` is the rotation about +Y that aligns +X with the wall, +Z then points out of its right side. `span`
 * is the extent that is cut out of the wall. `bend` is present in a curved wall: the radius of the
 * wall's line, negative where the centre is on the left, and the offset of `position` to the left of that
 * line. Metres and radians.
 */
export type OpeningPlacement = {
  position: readonly [number, number, number];
  angle: number;
  span: Span;
  thickness: number;
  bend: { radius: number; aside: number } | null;
};

/** Placement of an opening, or null in a wall without room for it; the node's transform is ignored. */
export function openingPlacement(
  opening: OpeningPlan,
  { wall, ...neighbours }: OpeningRelated,
): OpeningPlacement | null {
  const [line, piece] = [wallLine(wall), pieceAt(wallPieces(wall, neighbours), opening.offset)];
  const span = piece && openingSpan(opening, { ...piece, height: wall.height });
  if (!line || !span) {
    return null;
  }
  const [far, aside] = [(span.from + span.to) / 2, (line.edges.left + line.edges.right) / 2];
  const [[x, z], heading] = [pointOn(line, far, aside), headingAt(line, far)];
  return {
    position: [x, span.bottom, z],
    angle: Math.atan2(-heading[1], heading[0]),
    span,
    thickness: wall.thickness,
    bend: line.arc && { radius: line.arc.radius, aside },
  };
}
