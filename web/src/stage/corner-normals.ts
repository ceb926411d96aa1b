import { Vector3 } from 'three';
import { newellNormal, type Point } from './concave-triangles.ts';

/** Largest angle between faces that are smooth without a smoothing group, so that edges of boxes stay sharp. */
const MAX_ANGLE = (75 * Math.PI) / 180;
/** Where more faces than this meet, all are smooth: comparing each with each would take too long. */
const MOST_COMPARED = 500;
const NO_AREA = new Vector3();
const FORWARD = new Vector3(0, 0, 1);

/** Faces that meet at a place, and the sum of their normals. */
type Meeting = { faces: number[]; sum: Vector3 };

/**
 * Computes normals of faces, which are smooth where joined faces meet.
 * @param isJoined - whether two faces are joined; null where the angle between them decides. A face that is not joined to
 *   itself is flat.
 * @returns for each face a normal per corner; null for a face that is joined to no other.
 */
export function cornerNormals(
  faces: readonly (readonly Point[])[],
  isJoined: (face: number, other: number) => boolean | null,
): (Vector3[] | null)[] {
  const normals = faces.map((points) => newellNormal(points));
  const normalOf = (face: number) => normals[face] ?? NO_AREA;
  const isSmooth = (face: number, other: number) =>
    isJoined(face, other) ?? normalOf(face).angleTo(normalOf(other)) <= MAX_ANGLE;
  const sumAt = (face: number, meeting: Meeting): Vector3 | null => {
    if (meeting.faces.length > MOST_COMPARED) {
      return meeting.sum;
    }
    const joined = meeting.faces.filter((other) => other !== face && isSmooth(face, other));
    const sum = normalOf(face).clone();
    return joined.length > 0 ? joined.reduce((all, other) => all.add(normalOf(other)), sum) : null;
  };
  return meetingsOf(faces, normals).map((corners, face) => {
    const isFlat = isJoined(face, face) === false;
    const sums = corners.map((meeting) => (isFlat ? null : sumAt(face, meeting)));
    return sums.some(Boolean) ? sums.map((sum) => unit([sum ?? NO_AREA, normalOf(face)])) : null;
  });
}

/** The meeting at each corner of each face. Files repeat vertices, so that faces meet at places. */
function meetingsOf(faces: readonly (readonly Point[])[], normals: readonly Vector3[]): Meeting[][] {
  const meetings = new Map<string, Meeting>();
  return faces.map((points, face) =>
    points.map((point) => {
      const key = point.join(' ');
      const meeting = meetings.get(key) ?? { faces: [], sum: new Vector3() };
      meetings.set(key, meeting);
      if (meeting.faces.at(-1) !== face) {
        meeting.faces.push(face);
        meeting.sum.add(normals[face] ?? NO_AREA);
      }
      return meeting;
    }),
  );
}

/** Unit vector of the first normal with a length. */
function unit(normals: readonly Vector3[]): Vector3 {
  const normal = normals.find((one) => one.length() > 0) ?? FORWARD;
  return normal.clone().normalize();
}
