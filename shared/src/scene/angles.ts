import { Euler, Quaternion } from 'three';

/** Euler angles about X, Y and Z in radians, in field order. */
export type Angles = [number, number, number];

type Rotation = [number, number, number, number];

const ORDER = 'YXZ';
const FULL_TURN = 2 * Math.PI;
const SAME = 1e-5;

export function rotationOf(angles: Angles): Rotation {
  return new Quaternion().setFromEuler(new Euler(...angles, ORDER)).toArray();
}

/**
 * Euler angles of a rotation. With `near`, the result is the equivalent form nearest to those last seen or
 * typed. Thus 100° stays 100° instead of 80° with two flipped axes.
 */
export function anglesOf(rotation: Rotation, near?: Angles): Angles {
  const turn = new Quaternion(...rotation).normalize();
  if (near && Math.abs(turn.dot(new Quaternion(...rotationOf(near)))) > 1 - SAME ** 2) {
    return near;
  }
  return near ? nearestAngles(rotation, near) : anglesFrom(turn);
}

/** Angles of a rotation, those that differ least from `near`. */
export function nearestAngles(rotation: Rotation, near: Angles): Angles {
  const [x, y, z] = anglesFrom(new Quaternion(...rotation).normalize());
  const [first, second] = [unwrap([x, y, z], near), unwrap([Math.PI - x, y + Math.PI, z + Math.PI], near)];
  return distance(first, near) <= distance(second, near) ? first : second;
}

function anglesFrom(turn: Quaternion): Angles {
  const { x, y, z } = new Euler().setFromQuaternion(turn, ORDER);
  return [x, y, z];
}

function unwrap(angles: Angles, near: Angles): Angles {
  const [x, y, z] = angles.map((angle, i) => {
    const away = angle - (near[i] ?? 0);
    return angle - Math.round(away / FULL_TURN) * FULL_TURN;
  });
  return [x ?? 0, y ?? 0, z ?? 0];
}

function distance(a: Angles, b: Angles): number {
  return a.reduce((sum, angle, i) => sum + Math.abs(angle - (b[i] ?? 0)), 0);
}
