import { wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { hasRoomFor } from './fit-opening.ts';
import { type DraftOpening, type DraftWall, isSameBody, isSameEnd } from './walls.ts';

type Draft = { walls: Map<string, DraftWall>; openings: Map<string, DraftOpening> };

/**
 * Merges each of the given walls with another wall at the same place. A wall that has no children except
 * openings is removed, and its openings move into the other. Returns false if both have other children, or
 * the openings do not fit into one wall.
 */
export function mergeDuplicateWalls(
  draft: Draft,
  ids: readonly string[],
  isHost: (id: string) => boolean,
): boolean {
  return ids.every((id) => {
    const wall = draft.walls.get(id);
    const duplicate = [...draft.walls].find(
      ([other, body]) => wall && !ids.includes(other) && isSameBody(body, wall),
    )?.[0];
    if (duplicate === undefined) {
      return true;
    }
    const full = new Set([...draft.openings.values()].map((opening) => opening.wall));
    // An empty wall is removed first, as no opening needs to move then.
    const pair = [id, duplicate].toSorted((a, b) => Number(full.has(a)) - Number(full.has(b)));
    const goes = pair.find((one) => !isHost(one));
    const stays = pair.find((one) => one !== goes);
    return goes !== undefined && stays !== undefined && join(draft, { goes, stays });
  });
}

function join({ walls, openings }: Draft, { goes, stays }: { goes: string; stays: string }): boolean {
  const [gone, host] = [walls.get(goes), walls.get(stays)];
  if (!gone || !host) {
    return true;
  }
  walls.delete(goes);
  const before = new Map([...openings].filter(([, { wall }]) => wall === stays));
  const isTurned = !isSameEnd(gone.start, host.start);
  const length = wallLine(host)?.length ?? 0;
  return [...openings].every(([id, opening]) => {
    if (opening.wall !== goes) {
      return true;
    }
    const offset = isTurned ? length - opening.offset : opening.offset;
    const moved: DraftOpening = { ...opening, wall: stays, offset, isTurned };
    openings.set(id, moved);
    return hasRoomFor({ walls, openings: before }, moved);
  });
}
