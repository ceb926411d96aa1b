import { Vector3 } from 'three';
import type { View } from '../../scene/framing.ts';

/** Flight direction, each component from −1 to 1; `up` is along the scene's Y axis. */
type Course = { forward: number; right: number; up: number };

/** Top speed in metres per second, reduced near the target and multiplied by `hurry` with Shift. */
const FLIGHT = { speed: 7, slowFrom: 5, hurry: 25 / 7 } as const;
/** Smallest angle to straight up or down, in radians. */
const STEEPEST = 0.02;
const UP = new Vector3(0, 1, 0);

/** Flight keys by their physical position on the keyboard. */
export const FLIGHT_KEYS: Readonly<Record<string, Partial<Course>>> = {
  KeyW: { forward: 1 },
  KeyS: { forward: -1 },
  KeyD: { right: 1 },
  KeyA: { right: -1 },
  KeyE: { up: 1 },
  KeyQ: { up: -1 },
  PageUp: { up: 1 },
  PageDown: { up: -1 },
};

/** Direction of the pressed keys. */
export function courseOf(held: Iterable<string>): Course {
  const course = { forward: 0, right: 0, up: 0 };
  for (const code of held) {
    const way = FLIGHT_KEYS[code];
    course.forward += way?.forward ?? 0;
    course.right += way?.right ?? 0;
    course.up += way?.up ?? 0;
  }
  return course;
}

/** Flight speed in metres per second; slower near the target, where small objects are viewed. */
export function flightSpeed({ position, target }: View, isHurried: boolean): number {
  const share = Math.min(position.distanceTo(target) / FLIGHT.slowFrom, 1);
  return FLIGHT.speed * share * (isHurried ? FLIGHT.hurry : 1);
}

/** Moves a view by some metres; a zero course leaves it unchanged. */
export function flyOn({ position, target }: View, course: Course, metres: number): View {
  const ahead = target.clone().sub(position).normalize();
  const right = ahead.clone().cross(UP).normalize();
  const way = ahead
    .multiplyScalar(course.forward)
    .addScaledVector(right, course.right)
    .addScaledVector(UP, course.up);
  if (way.lengthSq() === 0) {
    return { position, target };
  }
  way.setLength(metres);
  return { position: position.clone().add(way), target: target.clone().add(way) };
}

/** Rotates a view around the eye, in radians to the left and up; never beyond straight up or down. */
export function lookAround({ position, target }: View, left: number, up: number): View {
  const way = target.clone().sub(position);
  const distance = way.length();
  const pitch = Math.asin(Math.min(Math.max(way.y / distance, -1), 1));
  const heading = Math.atan2(-way.x, -way.z) + left;
  const most = Math.PI / 2 - STEEPEST;
  const next = Math.min(Math.max(pitch + up, -most), most);
  const turned = new Vector3(
    -Math.sin(heading) * Math.cos(next),
    Math.sin(next),
    -Math.cos(heading) * Math.cos(next),
  );
  return { position, target: position.clone().addScaledVector(turned, distance) };
}
