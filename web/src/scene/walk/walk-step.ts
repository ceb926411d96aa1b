import { Vector3 } from 'three';
import { type Cast, ceilingAbove, isSpaceFree, nearestObstacle, WALK } from './walk-body.ts';

/** A walker in a scene. `foot` is the position; `heading` and `pitch` are radians, to the left and up. */
export type Walk = {
  foot: Vector3;
  heading: number;
  pitch: number;
  /** Vertical speed upwards, in metres per second. */
  speed: number;
  isGrounded: boolean;
  isCrouched: boolean;
};

/** Input of a walker: direction, each component from −1 to 1, and mode. */
export type WalkInput = {
  ahead: number;
  right: number;
  isRunning: boolean;
  isCrouching: boolean;
  isJumping: boolean;
};

/** Limit of the pitch, in radians. */
const STEEPEST = 1.5;
/** Limit of one movement step in metres, so that no step passes through a thin wall. */
const PART = 0.15;
/** Limit of a frame's time step in seconds, so that a slow frame causes no jump. */
const LONGEST_FRAME = 0.1;
const UP = new Vector3(0, 1, 0);
const DOWN = new Vector3(0, -1, 0);

/** Height of the eye above the foot. */
export function eyeHeight({ isCrouched }: Pick<Walk, 'isCrouched'>): number {
  return isCrouched ? WALK.crouchedEye : WALK.eye;
}

/** Turns the head to the left and up by radians; returns the same object if nothing changes. */
export function turnHead(walk: Walk, left: number, up: number): Walk {
  const pitch = Math.min(Math.max(walk.pitch + up, -STEEPEST), STEEPEST);
  if (left === 0 && pitch === walk.pitch) {
    return walk;
  }
  return { ...walk, heading: walk.heading + left, pitch };
}

/** View direction of a walker. */
export function viewDirection({ heading, pitch }: Pick<Walk, 'heading' | 'pitch'>): Vector3 {
  return new Vector3(
    -Math.sin(heading) * Math.cos(pitch),
    Math.sin(pitch),
    -Math.cos(heading) * Math.cos(pitch),
  );
}

/**
 * Advances the walk by seconds: it slides along walls, climbs low steps and falls. It never goes below `floor`, which
 * exists even where nothing is rendered.
 */
export function stepWalk(
  walk: Walk,
  input: WalkInput,
  seconds: number,
  world: { cast: Cast; floor: number },
): Walk {
  const time = Math.min(seconds, LONGEST_FRAME);
  const isCrouched = input.isCrouching || (walk.isCrouched && !hasHeadroom(walk.foot, world.cast));
  const next = { ...walk, isCrouched, foot: walk.foot.clone() };
  const way = displacementOf(next, input, time);
  const parts = Math.max(Math.ceil(way.length() / PART), 1);
  for (let part = 0; part < parts; part += 1) {
    next.foot.add(alongWalls(next, way.clone().divideScalar(parts), world.cast));
  }
  return fall(next, input, time, world);
}

function displacementOf(walk: Walk, input: WalkInput, time: number): Vector3 {
  const { ahead, right } = input;
  const speed = walk.isCrouched ? WALK.crouchedSpeed : input.isRunning ? WALK.runningSpeed : WALK.speed;
  const way = new Vector3(right, 0, -ahead);
  // Diagonals are no faster; small inputs are slower.
  return way
    .clampLength(0, 1)
    .multiplyScalar(speed * time)
    .applyAxisAngle(UP, walk.heading);
}

/** Free part of a movement, which slides along walls, once for each of two walls in a corner. */
function alongWalls(walk: Walk, way: Vector3, cast: Cast): Vector3 {
  let free = way;
  for (let tries = 0; tries < 2; tries += 1) {
    const wall = nearestObstacle(bodyOf(walk), free, cast);
    if (!wall) {
      return free;
    }
    const into = free.dot(wall.normal);
    free = free.clone().addScaledVector(wall.normal, -into);
  }
  return nearestObstacle(bodyOf(walk), free, cast) ? new Vector3() : free;
}

/** Position and height of a walker's body. */
function bodyOf(walk: Walk): { foot: Vector3; height: number } {
  return { foot: walk.foot, height: eyeHeight(walk) + WALK.crown };
}

/** Whether there is room to stand up, for the shoulders too. */
function hasHeadroom(foot: Vector3, cast: Cast): boolean {
  return isSpaceFree(foot, { from: WALK.crouchedEye, to: WALK.eye + WALK.crown }, cast);
}

function fall(
  walk: Walk,
  input: WalkInput,
  time: number,
  { cast, floor }: { cast: Cast; floor: number },
): Walk {
  const isJumping = input.isJumping && walk.isGrounded && !walk.isCrouched;
  const speed = (isJumping ? WALK.jump : walk.isGrounded ? 0 : walk.speed) - WALK.gravity * time;
  const by = isJumping || !walk.isGrounded ? speed * time : 0;
  const foot = walk.foot.clone();
  if (by > 0) {
    const ceiling = ceilingAbove(foot, { from: eyeHeight(walk), far: by + WALK.crown }, cast);
    foot.y += ceiling === null ? by : Math.max(ceiling - WALK.crown, 0);
    return { ...walk, foot, speed: ceiling === null ? speed : 0, isGrounded: false };
  }
  // A standing walker steps down low steps as well; a falling one descends only by its speed.
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
