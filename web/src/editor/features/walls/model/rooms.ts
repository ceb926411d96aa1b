import type { NodeOf } from '@diorama/shared/scene/document.ts';
import { distanceToOutline, isInside } from '@diorama/shared/scene/nodes/floor/area.ts';
import { floorArea, floorPlan, footprintOn } from '@diorama/shared/scene/nodes/floor/plan.ts';
import type { SceneReader, Selecting } from '../../../parts.ts';
import { findRooms, type Room } from './kernels/find-rooms.ts';
import type { PlanLevel } from './plan-level.ts';
import { levelOf, wallsToMeet } from './wall-plan.ts';

export type FloorSide = NodeOf<'floor'>['props']['side'];

/** Maximum number of walls in which rooms are looked for without a selection. */
const MAX_WALLS = 1_000;
/** Largest gap between stairs and the slab above, and the least height of stairs below a slab, in metres. */
const REACH = { below: 0.6, within: 0.3 } as const;

/** Closed rooms beside the selected walls and floors, or all rooms without such a selection, that have no floor or ceiling
 * yet. */
export function roomsWithout(
  editor: SceneReader & Selecting,
  side: FloorSide,
): { level: PlanLevel; room: Room }[] {
  const { scene, selection } = editor;
  const chosen = selection.ids.value.filter((id) => ['wall', 'floor'].includes(scene.node(id)?.kind ?? ''));
  const walls =
    chosen.length > 0 ? chosen.flatMap((id) => wallsOf(editor, id)) : scene.nodesOf('wall').map(([id]) => id);
  if (chosen.length === 0 && walls.length > MAX_WALLS) {
    return [];
  }
  const levels = Map.groupBy(
    walls.flatMap((id) => {
      const level = levelOf(editor, id);
      return level ? [{ id, level }] : [];
    }),
    ({ level }) => `${level.height} ${level.parent ?? ''}`,
  );
  const filled = scene
    .nodesOf('floor')
    .flatMap(([, { props }]) => (props.side === side ? [new Set(props.walls)] : []));
  return [...levels.values()].flatMap((found) => {
    const [{ level } = { level: null }] = found;
    const rooms = level
      ? findRooms(
          wallsToMeet(editor, level),
          found.map(({ id }) => id),
        )
      : [];
    return rooms
      .filter((room) => !filled.some((own) => room.walls.every((id) => own.has(id))))
      .flatMap((room) => (level ? [{ level, room }] : []));
  });
}

/** A wall itself, or the walls of a floor. */
function wallsOf({ scene }: SceneReader, id: string): readonly string[] {
  const node = scene.node(id);
  return node?.kind === 'floor' ? node.props.walls : [id];
}

/** Area of a floor in square metres; null for other nodes, and for a floor that draws nothing. */
export function areaOfFloor({ scene }: SceneReader, id: string): number | null {
  const node = scene.node(id);
  const plan = node?.kind === 'floor' ? floorPlan(node, (other) => scene.node(other)) : null;
  return plan && floorArea(plan);
}

/** Stairs that lead through a floor and can be cut out of it. */
export function stairsThrough({ scene }: SceneReader, floor: NodeOf<'floor'>): string[] {
  const plan = floorPlan(floor, (id) => scene.node(id));
  if (!plan) {
    return [];
  }
  const level = floor.position[1] + plan.level;
  return scene.nodesOf('stairs').flatMap(([id, stairs]) => {
    const footprint = footprintOn(floor, stairs);
    const half = (stairs.props.rise * stairs.props.steps * Math.abs(stairs.scale[1])) / 2;
    const [foot, top] = [stairs.position[1] - half, stairs.position[1] + half];
    const isThrough = level > foot + REACH.within && level < top + REACH.below;
    const isWithin = footprint?.every(
      (corner) => isInside(plan.outline, corner) && distanceToOutline(plan.outline, corner) >= 0.01,
    );
    return isThrough && isWithin ? [id] : [];
  });
}
