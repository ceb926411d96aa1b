import { Matrix4, Quaternion, Vector3 } from 'three';
import { distinctPoints } from '../plan.ts';
import type { PropsOf } from '../props.ts';
import type { Placement } from './layout.ts';

type Line = Pick<PropsOf<'path'>, 'points' | 'closed'>;

/**
 * Copies at equal distances along a path, in the scene. With `turns` their X axis follows the path, and their Y axis
 * is the path's. An open path has copies at both ends; one without a line has none.
 * @param world - world matrix of the path
 */
export function pathLayout(
  { points, closed }: Line,
  world: Matrix4,
  { count, turns }: Pick<PropsOf<'repeat'>, 'count' | 'turns'>,
): Placement[] {
  const distinct = distinctPoints(points, closed).map(([x, z]) => new Vector3(x, 0, z).applyMatrix4(world));
  const [start] = distinct;
  const isClosed = closed && distinct.length > 2;
  const corners = isClosed && start ? [...distinct, start] : distinct;
  const ends = [0];
  for (const [i, corner] of corners.entries()) {
    const before = corners[i - 1];
    if (before) {
      ends.push((ends.at(-1) ?? 0) + corner.distanceTo(before));
    }
  }
  const total = ends.at(-1) ?? 0;
  if (!(total > 0)) {
    return [];
  }
  const up = new Vector3().setFromMatrixColumn(world, 1);
  const gap = total / (isClosed ? count : Math.max(count - 1, 1));
  let segment = 1;
  return Array.from({ length: count }, (_, i) => {
    const along = Math.min(gap * i, total);
    while (segment < corners.length - 1 && (ends[segment] ?? total) <= along) {
      segment += 1;
    }
    const [from, to] = [corners[segment - 1] ?? new Vector3(), corners[segment] ?? new Vector3()];
    const begin = ends[segment - 1] ?? 0;
    const share = (along - begin) / ((ends[segment] ?? total) - begin || 1);
    return {
      position: from.clone().lerp(to, share),
      rotation: turns ? facing(to.clone().sub(from), up) : new Quaternion(),
      scale: 1,
    };
  });
}

/** Rotation with X along a direction and Y as near to `up` as possible. */
function facing(direction: Vector3, up: Vector3): Quaternion {
  const x = direction.normalize();
  const z = x.clone().cross(up).normalize();
  // A path that is squeezed flat has no side.
  return z.lengthSq() === 0
    ? new Quaternion().setFromUnitVectors(new Vector3(1, 0, 0), x)
    : new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, z.clone().cross(x), z));
}
