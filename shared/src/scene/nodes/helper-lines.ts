/** Helper lines of a node, in local space without its scale: pairs of points in metres. */
export type HelperLines = readonly (readonly [x: number, y: number, z: number])[];

/** Building blocks of sketches; lengths in metres, angles in radians. */

type Axis = 'x' | 'y' | 'z';
type Point = HelperLines[number];

const STEPS = 48;
/** Maximum drawn half angle in radians; wider ones would extend without limit. */
const MAX_OPEN = 1.2;
/** Size of an arrow head. */
const HEAD = 0.12;

/** Arrow from the origin along −Z. */
export function arrow(length: number): HelperLines {
  const tip: Point = [0, 0, -length];
  const back = HEAD - length;
  return [[0, 0, 0], tip, tip, [HEAD, 0, back], tip, [-HEAD, 0, back]];
}

/** A circle around an axis, at distance `at` in metres along it. */
export function circle({ radius, axis, at = 0 }: { radius: number; axis: Axis; at?: number }): HelperLines {
  const points = Array.from({ length: STEPS + 1 }, (_, step): Point => {
    const angle = (step / STEPS) * 2 * Math.PI;
    const [a, b] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
    return axis === 'x' ? [at, a, b] : axis === 'y' ? [a, at, b] : [a, b, at];
  });
  return strip(points);
}

/** A cone along −Z with the half angle `angle`. */
export function cone({ angle, length }: { angle: number; length: number }): HelperLines {
  // A half angle of 90° has no rim at any distance; the lines then point sideways.
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

/**
 * Camera frustum along −Z with half its vertical `angle`: from the eye to the corners, with a roof that marks
 * the upper side.
 */
export function pyramidAlong(of: { angle: number; aspect: number; length: number }): HelperLines {
  const y = Math.tan(Math.min(of.angle, MAX_OPEN)) * of.length;
  const x = y * of.aspect;
  const corners: Point[] = [
    [-x, -y, -of.length],
    [x, -y, -of.length],
    [x, y, -of.length],
    [-x, y, -of.length],
  ];
  const roof = loop([
    [-x * 0.4, y * 1.1, -of.length],
    [0, y * 1.5, -of.length],
    [x * 0.4, y * 1.1, -of.length],
  ]);
  return [...corners.flatMap((corner): Point[] => [[0, 0, 0], corner]), ...loop(corners), ...roof];
}

/** A closed polyline. */
export function loop(corners: readonly Point[]): HelperLines {
  const [first] = corners;
  return first ? strip([...corners, first]) : [];
}

function strip(points: readonly Point[]): HelperLines {
  return points.slice(1).flatMap((point, i) => [points[i] ?? point, point]);
}
