import { type Matrix4, Vector3 } from 'three';
import type { NodeOf } from '../../document.ts';
import { localMatrix } from '../../resolve.ts';
import type { NodeKind } from '../index.ts';
import { areaOf, distinctPoints, type PlanPoint } from '../plan.ts';
import { isUpright } from '../wall/is-upright.ts';
import { SAME_END, type WallPlan } from '../wall/line.ts';
import { planThrough, pointThrough } from '../wall/plan-through.ts';
import { holesWithin, isSimple } from './area.ts';
import { outerOutline, wallLoop } from './wall-loop.ts';

/**
 * Plan of a floor in its own space: outline, holes, and the height of the side towards the room, in metres.
 */
export type FloorPlan = {
  outline: readonly PlanPoint[];
  holes: readonly (readonly PlanPoint[])[];
  level: number;
};

/** Finds nodes by id. */
export type FindNode = (id: string) => NodeOf<NodeKind> | undefined;

/** Plan of a floor; null where its points enclose no area. */
export function floorPlan(floor: NodeOf<'floor'>, find: FindNode): FloorPlan | null {
  const bound = boundPlan(floor, find);
  const outline = bound?.outline ?? distinctPoints(floor.props.points, true);
  if (!bound && !isSimple(outline)) {
    return null;
  }
  const footprints = floor.props.stairs.flatMap((id) => {
    const footprint = footprintOn(floor, find(id));
    return footprint ? [footprint] : [];
  });
  return { outline, holes: holesWithin(outline, footprints), level: bound?.level ?? 0 };
}

/** Outline and level of a floor from its walls, in its own space; null while they form no closed loop. */
export function boundPlan(floor: NodeOf<'floor'>, find: FindNode): Omit<FloorPlan, 'holes'> | null {
  const walls = wallsOf(floor, find);
  const feet = walls.map(({ node }) => node.position[1]);
  const outline = wallLoop(walls.map(({ plan }) => plan));
  if (!outline || !isSimple(outline) || Math.max(...feet) - Math.min(...feet) > SAME_END) {
    return null;
  }
  const heights = walls.map(({ node }) => node.props.height);
  const top = floor.props.side === 'ceiling' ? Math.max(...heights) : 0;
  return { outline, level: (feet[0] ?? 0) + top - floor.position[1] };
}

/**
 * Outline of the slab of a bound floor, in the space of the floor. Null for an outline that crosses its sides.
 * It reaches to the outer sides of the walls, or to the line of a wall that `isShared` with another floor.
 */
export function slabOutline(
  floor: NodeOf<'floor'>,
  find: FindNode,
  isShared: (wall: string) => boolean,
): PlanPoint[] | null {
  const walls = wallsOf(floor, find).map(({ id, plan }) => ({ ...plan, isShared: isShared(id) }));
  const outline = outerOutline(walls);
  return outline && isSimple(outline) ? outline : null;
}

/** The existing walls of a floor, with their plans in its space. */
function wallsOf(
  floor: NodeOf<'floor'>,
  find: FindNode,
): { id: string; node: NodeOf<'wall'>; plan: WallPlan }[] {
  const matrix = localMatrix(floor);
  if (!isUpright(matrix)) {
    return [];
  }
  const toOwn = matrix.invert();
  return floor.props.walls.flatMap((id) => {
    const node = find(id);
    const own = node?.kind === 'wall' && node.parent === floor.parent ? localMatrix(node) : null;
    return node?.kind === 'wall' && own && isUpright(own)
      ? [{ id, node, plan: planThrough(toOwn.clone().multiply(own), node.props) }]
      : [];
  });
}

/** Area of a floor without its holes, in square metres. */
export function floorArea({ outline, holes }: FloorPlan): number {
  return holes.reduce((area, hole) => area - Math.abs(areaOf(hole)), Math.abs(areaOf(outline)));
}

/** Rectangle that stairs of the same parent cover on a floor, in its own space; null for other nodes. */
export function footprintOn(
  floor: NodeOf<'floor'>,
  stairs: NodeOf<NodeKind> | undefined,
): PlanPoint[] | null {
  if (stairs?.kind !== 'stairs' || stairs.parent !== floor.parent) {
    return null;
  }
  const matrix = localMatrix(floor);
  if (!isUpright(matrix)) {
    return null;
  }
  const toOwn = matrix.invert().multiply(localMatrix(stairs));
  const { width, run, steps } = stairs.props;
  const [x, z] = [width / 2, (run * steps) / 2];
  const corners: PlanPoint[] = [
    [-x, -z],
    [x, -z],
    [x, z],
    [-x, z],
  ];
  return isLevel(toOwn) ? corners.map((corner) => pointThrough(toOwn, corner)) : null;
}

/** Whether a matrix keeps the horizontal plane horizontal. */
function isLevel(matrix: Matrix4): boolean {
  const [x, y, z] = [new Vector3(), new Vector3(), new Vector3()];
  matrix.extractBasis(x, y, z);
  return Math.abs(x.y) < SAME_END && Math.abs(z.y) < SAME_END;
}
