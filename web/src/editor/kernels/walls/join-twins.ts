import { wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { hasRoomFor } from './fit-opening.ts';
import { type DraftOpening, type DraftWall, isSameBody, isSameEnd } from './walls.ts';

type Draft = { walls: Map<string, DraftWall>; openings: Map<string, DraftOpening> };

/**
 * Makes one wall of each of some and another one that fills the same place: the one that nothing else hangs on goes, and
 * its openings move into the other. False where both are hung with something, or there is no room for the openings of both.
 */
export function joinTwins(draft: Draft, ids: readonly string[], isHost: (id: string) => boolean): boolean {
  return ids.every((id) => {
    const wall = draft.walls.get(id);
    const twin = [...draft.walls].find(
      ([other, body]) => wall && !ids.includes(other) && isSameBody(body, wall),
    )?.[0];
    if (twin === undefined) {
      return true;
    }
    const full = new Set([...draft.openings.values()].map((opening) => opening.wall));
    // The one that holds nothing goes first: nothing needs to move then.
    const pair = [id, twin].toSorted((a, b) => Number(full.has(a)) - Number(full.has(b)));
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
