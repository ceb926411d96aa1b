import { headingAt, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import type { NodePatch } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { roundMeasure } from '../../../kernels/round-measure.ts';
import type { SceneReader } from '../../../parts.ts';
import { hasRoomFor } from './kernels/fit-opening.ts';
import type { DraftOpening } from './kernels/walls.ts';
import { levelMatrix } from './plan-level.ts';
import { levelOf, wallsOn } from './wall-plan.ts';

/** Smallest share of a move's direction along or up a wall for the move to apply. */
const ALONG = 0.5;

/**
 * Patches for openings nudged by a world vector: along the wall, or vertically for openings with a sill. An
 * opening without room there stays in place.
 */
export function nudgedOpenings(
  editor: SceneReader,
  ids: readonly string[],
  move: Vector3,
): Map<string, NodePatch<'opening'>> {
  const patches = new Map<string, NodePatch<'opening'>>();
  const moved = new Map<string, DraftOpening>();
  for (const id of ids) {
    const wall = editor.scene.parentOf(id);
    const level = wall === null ? null : levelOf(editor, wall);
    const { walls, openings } = level ? wallsOn(editor, level) : { walls: null, openings: null };
    const line = walls?.get(wall ?? '');
    const opening = openings?.get(id);
    const ends = line && wallLine(line);
    if (!level || !walls || !openings || !opening || !ends) {
      continue;
    }
    const [x, z] = headingAt(ends, opening.offset);
    const along = new Vector3(x, 0, z).transformDirection(levelMatrix(editor, level));
    const next = steppedBy(opening, move, along);
    const others = [...openings].filter(([other]) => !ids.includes(other));
    const isOnWall = next !== null && reaches(next, ends.length);
    if (isOnWall && hasRoomFor({ walls, openings: new Map([...others, ...moved]) }, next)) {
      moved.set(id, next);
      patches.set(id, { props: { offset: next.offset, sill: next.sill } });
    } else {
      moved.set(id, opening);
    }
  }
  return patches;
}

/** Whether a wall is long enough for an opening at its offset. */
function reaches({ offset, width }: DraftOpening, length: number): boolean {
  return offset - width / 2 >= 0 && offset + width / 2 <= length;
}

function steppedBy(opening: DraftOpening, move: Vector3, along: Vector3): DraftOpening | null {
  const way = move.clone().normalize();
  const share = way.dot(along);
  if (Math.abs(share) >= ALONG) {
    return { ...opening, offset: roundMeasure(opening.offset + Math.sign(share) * move.length()) };
  }
  const isRaised = Math.abs(way.y) >= ALONG && opening.type !== 'door';
  return isRaised ? { ...opening, sill: Math.max(roundMeasure(opening.sill + move.y), 0) } : null;
}
