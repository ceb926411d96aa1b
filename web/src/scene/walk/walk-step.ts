import { Vector3 } from 'three';

/** A person in a scene. `foot` is what they stand with; `heading` and `pitch` are radians, to the left and up. */
export type Walk = {
  foot: Vector3;
  heading: number;
  pitch: number;
  /** Upwards, in metres a second. */
  speed: number;
  isGrounded: boolean;
  isCrouched: boolean;
};

/** What a person wants: where to, each from −1 to 1, and how. */
export type Wish = {
  ahead: number;
  right: number;
  isRunning: boolean;
  isCrouching: boolean;
  isJumping: boolean;
};

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

/** Nobody looks further up or down than this, in radians. */
const STEEPEST = 1.5;
/** One goes on in parts no longer than this, so that nobody comes through a thin wall, in metres. */
const PART = 0.15;
/** A longer frame than this would be a jump, in seconds. */
const LONGEST_FRAME = 0.1;
/** Where a body feels for walls, in shares of its height above what it can step onto, and of its radius to the sides. */
const HEIGHTS = [0, 0.5, 1] as const;
const SIDES = [-0.8, 0, 0.8] as const;
/** What is steeper than this is a wall, by the upward part of its normal. */
const LEVEL = 0.6;
const UP = new Vector3(0, 1, 0);
const DOWN = new Vector3(0, -1, 0);

/** The height of the eye above the foot. */
export function eyeHeight({ isCrouched }: Pick<Walk, 'isCrouched'>): number {
  return isCrouched ? WALK.crouchedEye : WALK.eye;
}

/** Looks further to the left and up by radians; the same walk where that changes nothing. */
export function turnHead(walk: Walk, left: number, up: number): Walk {
  const pitch = Math.min(Math.max(walk.pitch + up, -STEEPEST), STEEPEST);
  if (left === 0 && pitch === walk.pitch) {
    return walk;
  }
  return { ...walk, heading: walk.heading + left, pitch };
}

/** Where somebody looks. */
export function sightOf({ heading, pitch }: Pick<Walk, 'heading' | 'pitch'>): Vector3 {
  return new Vector3(
    -Math.sin(heading) * Math.cos(pitch),
    Math.sin(pitch),
    -Math.cos(heading) * Math.cos(pitch),
  );
}

/**
 * Goes on by seconds: along walls and not into them, up what is low, down what is below, and never lower than `floor`,
 * which is there even where nothing is drawn.
 */
export function stepWalk(
  walk: Walk,
  wish: Wish,
  seconds: number,
  world: { cast: Cast; floor: number },
): Walk {
  const time = Math.min(seconds, LONGEST_FRAME);
  const isCrouched = wish.isCrouching || (walk.isCrouched && !hasHeadroom(walk.foot, world.cast));
  const next = { ...walk, isCrouched, foot: walk.foot.clone() };
  const way = wayOf(next, wish, time);
  const parts = Math.max(Math.ceil(way.length() / PART), 1);
  for (let part = 0; part < parts; part += 1) {
    next.foot.add(alongWalls(next, way.clone().divideScalar(parts), world.cast));
  }
  return fall(next, wish, time, world);
}

function wayOf(walk: Walk, wish: Wish, time: number): Vector3 {
  const { ahead, right } = wish;
  const speed = walk.isCrouched ? WALK.crouchedSpeed : wish.isRunning ? WALK.runningSpeed : WALK.speed;
  const way = new Vector3(right, 0, -ahead);
  // Both at once is no faster; a little of either is slower.
  return way
    .clampLength(0, 1)
    .multiplyScalar(speed * time)
    .applyAxisAngle(UP, walk.heading);
}

/** What of a way is free: what would go into a wall slides along it, once for each of two walls of a corner. */
function alongWalls(walk: Walk, way: Vector3, cast: Cast): Vector3 {
  let free = way;
  for (let tries = 0; tries < 2; tries += 1) {
    const wall = nearestWall(walk, free, cast);
    if (!wall) {
      return free;
    }
    const into = free.dot(wall.normal);
    free = free.clone().addScaledVector(wall.normal, -into);
  }
  return nearestWall(walk, free, cast) ? new Vector3() : free;
}

function nearestWall(walk: Walk, way: Vector3, cast: Cast): { distance: number; normal: Vector3 } | null {
  const length = way.length();
  if (length === 0) {
    return null;
  }
  const ahead = way.clone().divideScalar(length);
  const side = ahead.clone().cross(UP);
  const body = eyeHeight(walk) + WALK.crown - WALK.stepUp;
  let nearest: { distance: number; normal: Vector3 } | null = null;
  for (const high of HEIGHTS) {
    for (const aside of SIDES) {
      const from = walk.foot
        .clone()
        .addScaledVector(UP, WALK.stepUp + 0.02 + high * (body - 0.04))
        .addScaledVector(side, aside * WALK.radius);
      const hit = cast(from, ahead, WALK.radius + length);
      if (
        hit &&
        Math.abs(hit.normal.y) < LEVEL &&
        hit.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)
      ) {
        nearest = { distance: hit.distance, normal: facing(hit.normal, ahead) };
      }
    }
  }
  return nearest;
}

/** A wall's normal on the level, towards who comes. */
function facing(normal: Vector3, ahead: Vector3): Vector3 {
  const level = normal.clone().setY(0).normalize();
  return level.dot(ahead) > 0 ? level.negate() : level;
}

function hasHeadroom(foot: Vector3, cast: Cast): boolean {
  const from = foot.clone().addScaledVector(UP, WALK.crouchedEye);
  return cast(from, UP, WALK.eye + WALK.crown - WALK.crouchedEye) === null;
}

function fall(walk: Walk, wish: Wish, time: number, { cast, floor }: { cast: Cast; floor: number }): Walk {
  const isJumping = wish.isJumping && walk.isGrounded && !walk.isCrouched;
  const speed = (isJumping ? WALK.jump : walk.isGrounded ? 0 : walk.speed) - WALK.gravity * time;
  const by = isJumping || !walk.isGrounded ? speed * time : 0;
  const foot = walk.foot.clone();
  if (by > 0) {
    const head = foot.clone().addScaledVector(UP, eyeHeight(walk));
    const ceiling = cast(head, UP, by + WALK.crown);
    foot.y += ceiling ? Math.max(ceiling.distance - WALK.crown, 0) : by;
    return { ...walk, foot, speed: ceiling ? 0 : speed, isGrounded: false };
  }
  // Who stands goes down low steps as well; who falls, only as far as they fall.
  const reach = walk.isGrounded ? WALK.stepUp : -by;
  const below = cast(foot.clone().addScaledVector(UP, WALK.stepUp), DOWN, WALK.stepUp + reach);
  const ground = below ? foot.y + WALK.stepUp - below.distance : null;
  if (ground !== null && ground >= floor) {
    return { ...walk, foot: foot.setY(ground), speed: 0, isGrounded: true };
  }
  if (foot.y - reach <= floor) {
    return { ...walk, foot: foot.setY(floor), speed: 0, isGrounded: true };
  }
  return { ...walk, foot: foot.setY(foot.y + by), speed: Math.min(speed, 0), isGrounded: false };
}
