import { Matrix4, Quaternion, type Ray, Vector3 } from 'three';
import { alongLine, onPlane, type Point } from './geometry.ts';
import { AXIS_VECTORS, axesOf, type GizmoFrame, type HandleId, normalOf } from './gizmo.ts';
import { snapTo } from './snap.ts';

/** Pointer on the screen, and as a ray into the scene. */
type DragPoint = { screen: Point; ray: Ray };

/** Drag of a handle from one point to another; `step` is the snap step, 0 for none. */
export type HandleDrag = {
  handle: HandleId;
  frame: GizmoFrame;
  from: DragPoint;
  to: DragPoint;
  step: number;
};

/**
 * Cosine between view and ring normal below which the ring is edge-on, and the rotation follows the screen
 * instead.
 */
const EDGE_ON = 0.2;
/** Pixels that double a scale, or rotate by half a turn. */
const PIXELS = { double: 120, halfTurn: 200 } as const;
const SMALLEST_SCALE = 0.001;

/** Translation matrix of a handle drag. */
export function translateBy(drag: HandleDrag): Matrix4 {
  const moved = movedInFrame(drag);
  const { rotation } = drag.frame;
  return new Matrix4().makeTranslation(moved.applyQuaternion(rotation));
}

/** Rotation matrix about the frame's origin, and the angle in radians. */
export function rotateBy(drag: HandleDrag): { matrix: Matrix4; angle: number } {
  const { handle, frame, step } = drag;
  const axis = normalOf(handle, frame);
  const angle = snapTo(angleOf(drag, axis), step);
  const matrix = about(frame.origin, new Matrix4().makeRotationAxis(axis, angle));
  return { matrix, angle };
}

/**
 * Scale matrix along the frame's axes from its origin, and the factors.
 * @param isUniform - whether the factor applies to all axes
 */
export function scaleBy(drag: HandleDrag, isUniform = false): { matrix: Matrix4; factors: Vector3 } {
  const { handle, frame, step } = drag;
  const factor = snapTo(factorOf(drag), step);
  const safe = Math.abs(factor) < SMALLEST_SCALE ? SMALLEST_SCALE : factor;
  const factors = new Vector3(1, 1, 1);
  for (const axis of axesOf(isUniform ? 'center' : handle)) {
    factors[axis] = safe;
  }
  const turn = new Matrix4().makeRotationFromQuaternion(frame.rotation);
  const scale = new Matrix4().makeScale(factors.x, factors.y, factors.z);
  return {
    matrix: about(frame.origin, turn.clone().multiply(scale).multiply(turn.clone().invert())),
    factors,
  };
}

function about(origin: Vector3, matrix: Matrix4): Matrix4 {
  const { x, y, z } = origin;
  return new Matrix4()
    .makeTranslation(x, y, z)
    .multiply(matrix)
    .multiply(new Matrix4().makeTranslation(-x, -y, -z));
}

/** Snapped move along the frame's axes. */
function movedInFrame({ handle, frame, from, to, step }: HandleDrag): Vector3 {
  const axes = axesOf(handle);
  const [axis] = axes;
  if (axes.length === 1 && axis) {
    const direction = AXIS_VECTORS[axis].clone().applyQuaternion(frame.rotation);
    const start = alongLine(from.ray, frame.origin, direction);
    const end = alongLine(to.ray, frame.origin, direction);
    const distance = start === null || end === null ? 0 : end - start;
    return AXIS_VECTORS[axis].clone().multiplyScalar(snapTo(distance, step));
  }
  const normal = normalOf(handle, frame);
  const start = onPlane(from.ray, frame.origin, normal);
  const end = onPlane(to.ray, frame.origin, normal);
  if (!start || !end) {
    return new Vector3();
  }
  const moved = end.sub(start).applyQuaternion(frame.rotation.clone().invert());
  return new Vector3(snapTo(moved.x, step), snapTo(moved.y, step), snapTo(moved.z, step));
}

function angleOf({ frame, from, to }: HandleDrag, axis: Vector3): number {
  const start = onPlane(from.ray, frame.origin, axis)?.sub(frame.origin);
  const end = onPlane(to.ray, frame.origin, axis)?.sub(frame.origin);
  if (!start || !end || Math.abs(axis.dot(frame.eye)) < EDGE_ON) {
    return ((to.screen.x - from.screen.x + (to.screen.y - from.screen.y)) / PIXELS.halfTurn) * Math.PI;
  }
  return Math.atan2(start.clone().cross(end).dot(axis), start.dot(end));
}

function factorOf({ handle, frame, from, to }: HandleDrag): number {
  const [axis] = axesOf(handle);
  if (handle !== 'center' && axis) {
    const direction = AXIS_VECTORS[axis].clone().applyQuaternion(new Quaternion().copy(frame.rotation));
    const start = alongLine(from.ray, frame.origin, direction);
    const end = alongLine(to.ray, frame.origin, direction);
    return start && end !== null ? end / start : 1;
  }
  return 2 ** ((to.screen.x - from.screen.x - (to.screen.y - from.screen.y)) / PIXELS.double);
}
