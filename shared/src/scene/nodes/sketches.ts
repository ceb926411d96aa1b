import type { Sketch } from './traits.ts';

/** Lines that kinds put their sketches together from; lengths in metres, angles in radians. */

type Axis = 'x' | 'y' | 'z';
type Point = Sketch[number];

const STEPS = 48;
/** How large the head of an arrow is. */
const HEAD = 0.12;

/** From the origin along −Z. */
export function arrow(length: number): Sketch {
  const tip: Point = [0, 0, -length];
  const back = HEAD - length;
  return [[0, 0, 0], tip, tip, [HEAD, 0, back], tip, [-HEAD, 0, back]];
}

/** A circle around an axis, `at` metres along it. */
export function circle({ radius, axis, at = 0 }: { radius: number; axis: Axis; at?: number }): Sketch {
  const points = Array.from({ length: STEPS + 1 }, (_, step): Point => {
    const angle = (step / STEPS) * 2 * Math.PI;
    const [a, b] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
    return axis === 'x' ? [at, a, b] : axis === 'y' ? [a, at, b] : [a, b, at];
  });
  return strip(points);
}

/** A cone that opens along −Z by half of `angle`'s whole. */
export function cone({ angle, length }: { angle: number; length: number }): Sketch {
  // A half angle of 90° has no rim at any distance; the lines then go to its side.
  const along = Math.cos(angle) * length;
  const radius = Math.sin(angle) * length;
  const rim: Point[] = [
    [radius, 0, -along],
    [-radius, 0, -along],
    [0, radius, -along],
    [0, -radius, -along],
  ];
  return [
    ...rim.flatMap((point): Point[] => [[0, 0, 0], point]),
    ...circle({ radius, axis: 'z', at: -along }),
  ];
}

/** A closed line through corners. */
export function loop(corners: readonly Point[]): Sketch {
  const [first] = corners;
  return first ? strip([...corners, first]) : [];
}

function strip(points: readonly Point[]): Sketch {
  return points.slice(1).flatMap((point, i) => [points[i] ?? point, point]);
}
