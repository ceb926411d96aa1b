import type { Vector3 } from 'three';

/** Largest turn between two segments of an arc, in radians. */
const STEP = Math.PI / 48;
/** Turn in radians below which three points are collinear. */
const STRAIGHT = 1e-6;

/** Length of the arc through three points. */
export function arcLength(points: readonly [Vector3, Vector3, Vector3]): number {
  const arc = arcThrough(points);
  const [from, over, to] = points;
  return arc ? arc.radius * arc.sweep : from.distanceTo(over) + over.distanceTo(to);
}

/** Points on that arc at distances that look round; the three points themselves if they are collinear. */
export function arcPoints(points: readonly [Vector3, Vector3, Vector3]): readonly Vector3[] {
  const arc = arcThrough(points);
  if (!arc) {
    return points;
  }
  const { center, sweep, axis } = arc;
  const [from, , to] = points;
  const count = Math.ceil(sweep / STEP);
  const spoke = from.clone().sub(center);
  const between = Array.from({ length: count - 1 }, (_, i) =>
    spoke
      .clone()
      .applyAxisAngle(axis, (sweep * (i + 1)) / count)
      .add(center),
  );
  return [from, ...between, to];
}

function arcThrough([from, over, to]: readonly [Vector3, Vector3, Vector3]) {
  const [first, second] = [over.clone().sub(from), to.clone().sub(over)];
  const axis = first.clone().cross(second);
  // The turn at the second point is half of the arc's angle.
  const turn = first.angleTo(second);
  if (!(axis.length() > STRAIGHT * first.length() * second.length())) {
    return null;
  }
  axis.normalize();
  const chord = to.clone().sub(from);
  const radius = chord.length() / (2 * Math.sin(turn));
  const center = from
    .clone()
    .addScaledVector(chord, 0.5)
    .addScaledVector(axis.clone().cross(chord).normalize(), radius * Math.cos(turn));
  return { center, radius, axis, sweep: 2 * turn };
}
