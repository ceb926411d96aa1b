import { Vector3 } from 'three';

/** What a ray meets first, within some metres; its normal need not look to where the ray comes from. */
export type Cast = (from: Vector3, way: Vector3, far: number) => { distance: number; normal: Vector3 } | null;

/** How a person is built and moves: metres, metres a second, and metres a second squared. */
export const WALK = {
  eye: 1.65,
  crouchedEye: 1.05,
  /** From the eye to the top of the head. */
  crown: 0.1,
  radius: 0.3,
  stepUp: 0.3,
  speed: 2,
  runningSpeed: 4.5,
  crouchedSpeed: 1,
  jump: 3.2,
  gravity: 9.81,
} as const;

/** Where a body feels for walls, in shares of its height above what it can step onto, and of its radius to the sides. */
const HEIGHTS = [0.5, 1] as const;
const SIDES = [-0.8, 0, 0.8] as const;
/** Where it feels for what is above: in its middle, and around that at shares of its radius. */
const ROUND = [
  [0, 0],
  [0.8, 0],
  [-0.8, 0],
  [0, 0.8],
  [0, -0.8],
] as const;
/** What is steeper than this is a wall, by the upward part of its normal. */
const LEVEL = 0.6;
/** A ray begins so far from what it must not meet, in metres. */
const CLEAR = 0.02;
/** A body feels its way to its front in so many parts, so that it finds each step of stairs by itself. */
const PARTS = 2;
const UP = new Vector3(0, 1, 0);
const DOWN = new Vector3(0, -1, 0);

/** Somebody who stands somewhere, and how high they reach above that. */
export type Body = { foot: Vector3; height: number };

/** What is in the way: how far off, and which way it looks on the level. */
export type Obstacle = { distance: number; normal: Vector3 };

/**
 * What a body meets first on a way: walls, whatever is too high to step onto, and boards that it would walk through,
 * however thin. What it is in already lets it out.
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

/** Whether nothing is between two heights above where somebody stands, as wide as they are. */
export function isFree(foot: Vector3, { from, to }: { from: number; to: number }, cast: Cast): boolean {
  return ROUND.every(([x, z]) => {
    const at = new Vector3(foot.x + x * WALK.radius, foot.y + from, foot.z + z * WALK.radius);
    return boardIn(at, to - from, cast) === null;
  });
}

/** How far what is above somebody is from a height of theirs; null where nothing is so near. */
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

/** A wall before the middle of a body or its head. */
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
 * What is too high to step onto, seen from the step before it, and boards above that. Feels its way over the ground, as
 * the second step of stairs is as near as the first one is low.
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

/** Whether somebody is in a board already: then it holds them no longer. */
function isStuck({ foot, height }: Body, cast: Cast): boolean {
  const low = WALK.stepUp + CLEAR;
  return boardIn(foot.clone().setY(foot.y + low), height - low, cast) !== null;
}

/**
 * How high something lies that is in the way of a column, be it seen from below or from above alone: the middle of it
 * where both are; null for a column that is free.
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

/** A wall's normal on the level, towards who comes. */
function facing(normal: Vector3, ahead: Vector3): Vector3 {
  const level = normal.clone().setY(0).normalize();
  return level.dot(ahead) > 0 ? level.negate() : level;
}
