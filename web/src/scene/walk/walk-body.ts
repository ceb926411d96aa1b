import { Vector3 } from 'three';

/** Returns the first hit of a ray within `far` metres; its normal may point away from the ray's origin. */
export type Cast = (from: Vector3, way: Vector3, far: number) => { distance: number; normal: Vector3 } | null;

/** Body and movement of a walker: metres, metres per second, and metres per second squared. */
export const WALK = {
  eye: 1.65,
  crouchedEye: 1.05,
  /** Distance from the eye to the top of the head. */
  crown: 0.1,
  radius: 0.3,
  stepUp: 0.3,
  speed: 2,
  runningSpeed: 4.5,
  crouchedSpeed: 1,
  jump: 3.2,
  gravity: 9.81,
} as const;

/** Positions of collision rays: shares of the height above the step limit, and of the radius to the sides. */
const HEIGHTS = [0.5, 1] as const;
const SIDES = [-0.8, 0, 0.8] as const;
/** Positions of rays to the ceiling: the centre, and points around it as shares of the radius. */
const ROUND = [
  [0, 0],
  [0.8, 0],
  [-0.8, 0],
  [0, 0.8],
  [0, -0.8],
] as const;
/** Upward component of a normal below which a surface is a wall. */
const LEVEL = 0.6;
/** Offset of a ray's origin from surfaces that it must not hit, in metres. */
const CLEAR = 0.02;
/** Number of parts of the low collision test, so that each step of a staircase is detected. */
const PARTS = 2;
const UP = new Vector3(0, 1, 0);
const DOWN = new Vector3(0, -1, 0);

/** Position and height of a walker. */
type Body = { foot: Vector3; height: number };

/** An obstacle: its distance and horizontal normal. */
type Obstacle = { distance: number; normal: Vector3 };

/**
 * Returns the first obstacle of a movement: walls, edges above the step limit, and thin boards in the way. A board that
 * the body is already in does not block it.
 */
export function nearestObstacle(body: Body, way: Vector3, cast: Cast): Obstacle | null {
  const length = way.length();
  if (length === 0) {
    return null;
  }
  const ahead = way.clone().divideScalar(length);
  const side = ahead.clone().cross(UP);
  const reach = WALK.radius + length;
  let nearest: Obstacle | null = null;
  for (const aside of SIDES) {
    const from = body.foot.clone().addScaledVector(side, aside * WALK.radius);
    const found = [
      upperWall(body, from, { ahead, reach }, cast),
      lowObstacle(body, from, { ahead, reach }, cast),
    ];
    for (const obstacle of found) {
      if (obstacle && obstacle.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
        nearest = obstacle;
      }
    }
  }
  return nearest;
}

/** Whether the space of the body's width between two heights above its feet is free. */
export function isSpaceFree(foot: Vector3, { from, to }: { from: number; to: number }, cast: Cast): boolean {
  return ROUND.every(([x, z]) => {
    const at = new Vector3(foot.x + x * WALK.radius, foot.y + from, foot.z + z * WALK.radius);
    return boardIn(at, to - from, cast) === null;
  });
}

/** Distance of the ceiling from a height of the body; null if none is within `far`. */
export function ceilingAbove(
  foot: Vector3,
  { from, far }: { from: number; far: number },
  cast: Cast,
): number | null {
  const found = ROUND.flatMap(([x, z]) => {
    const at = new Vector3(foot.x + x * WALK.radius, foot.y + from, foot.z + z * WALK.radius);
    return cast(at, UP, far)?.distance ?? [];
  });
  return found.length > 0 ? Math.min(...found) : null;
}

type Feeler = { ahead: Vector3; reach: number };

/** A wall in front of the middle of a body or its head. */
function upperWall({ height }: Body, from: Vector3, feeler: Feeler, cast: Cast): Obstacle | null {
  const above = height - WALK.stepUp;
  let nearest: Obstacle | null = null;
  for (const high of HEIGHTS) {
    const at = from.clone().setY(from.y + WALK.stepUp + high * (above - CLEAR));
    const wall = wallBefore(at, feeler, cast);
    if (wall && wall.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
      nearest = wall;
    }
  }
  return nearest;
}

/**
 * Edges above the step limit, measured from the previous step, and boards above them. The test follows the ground, as
 * the second step of a staircase is as near as the first is low.
 */
function lowObstacle(body: Body, from: Vector3, { ahead, reach }: Feeler, cast: Cast): Obstacle | null {
  const top = body.foot.y + body.height;
  const part = reach / PARTS;
  const at = from.clone();
  for (let done = 0; done < PARTS; done += 1) {
    at.y += WALK.stepUp + CLEAR;
    const wall = wallBefore(at, { ahead, reach: part }, cast);
    if (wall) {
      return { ...wall, distance: wall.distance + done * part };
    }
    at.addScaledVector(ahead, part);
    const board = boardIn(at, top - at.y, cast);
    if (board !== null && !isStuck(body, cast)) {
      const edge = wallBefore(from.clone().setY(board), { ahead, reach }, cast);
      return edge ?? { distance: (done + 1) * part, normal: ahead.clone().negate() };
    }
    const ground = cast(at, DOWN, at.y - body.foot.y);
    at.y = ground ? at.y - ground.distance : body.foot.y;
  }
  return null;
}

function wallBefore(from: Vector3, { ahead, reach }: Feeler, cast: Cast): Obstacle | null {
  const hit = cast(from, ahead, reach);
  return hit && Math.abs(hit.normal.y) < LEVEL
    ? { distance: hit.distance, normal: facing(hit.normal, ahead) }
    : null;
}

/** Whether the body is already in a board, which then no longer blocks it. */
function isStuck({ foot, height }: Body, cast: Cast): boolean {
  const low = WALK.stepUp + CLEAR;
  return boardIn(foot.clone().setY(foot.y + low), height - low, cast) !== null;
}

/**
 * Height of a surface within a vertical column, also of a one-sided one: the middle if it has two sides; null for
 * a free column.
 */
function boardIn(from: Vector3, high: number, cast: Cast): number | null {
  const below = cast(from, UP, high);
  const above = cast(from.clone().setY(from.y + high), DOWN, high);
  const bottom = below ? from.y + below.distance : null;
  const top = above ? from.y + high - above.distance : null;
  if (bottom === null || top === null) {
    return bottom ?? top;
  }
  return (bottom + top) / 2;
}

/** Horizontal normal of a wall, towards the walker. */
function facing(normal: Vector3, ahead: Vector3): Vector3 {
  const level = normal.clone().setY(0).normalize();
  return level.dot(ahead) > 0 ? level.negate() : level;
}
