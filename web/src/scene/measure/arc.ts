import type { Vector3 } from 'three';

/** An arc is drawn by lines of which each turns by no more than so many radians. */
const STEP = Math.PI / 48;
/** Three points that turn by less, in radians, lie on one line. */
const STRAIGHT = 1e-6;

/** How long the arc is that runs from the first of three points through the second to the third. */
export function arcLength(points: readonly [Vector3, Vector3, Vector3]): number {
  const arc = arcThrough(points);
  const [from, over, to] = points;
  return arc ? arc.radius * arc.sweep : from.distanceTo(over) + over.distanceTo(to);
}

/** Points on that arc, so near to each other that it looks round between them; the three themselves where they lie on one line. */
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
  // The turn at the second point is half of what the arc turns by.
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
