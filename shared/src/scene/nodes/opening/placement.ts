import { headingAt, pointOn, type WallPlan, wallLine } from '../wall/line.ts';
import { pieceAt, type WallNeighbours, wallPieces } from '../wall/pieces.ts';
import { type OpeningPlan, openingSpan, type Span } from '../wall/spans.ts';

/** What an opening is in: its wall, and that one's neighbours of the same parent. */
export type OpeningRelated = WallNeighbours & { wall: WallPlan & { height: number } };

/**
 * Where an opening is, in its wall's own space: `position` is the middle of its foot within the wall's thickness,
 * `angle` is by how much +X is turned about +Y to run along the wall, +Z then looks out of its right side. `span` is what
 * is cut out of the wall. `bend` is how a curved wall bends it: the radius of the wall's line there, less than nothing where
 * the centre lies to the left, and how far to the left of that `position` is. Metres and radians.
 */
export type OpeningPlacement = {
  position: readonly [number, number, number];
  angle: number;
  span: Span;
  thickness: number;
  bend: { radius: number; aside: number } | null;
};

/** Where an opening is, or null in a wall that has no room for it; its node's own transform has no part in it. */
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
