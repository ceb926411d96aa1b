import { Vector3 } from 'three';
import type { Editor } from '../../editor.ts';
import { onPlane } from '../../kernels/geometry.ts';
import { lockToAxis } from '../../kernels/measure.ts';
import { snapPoint } from '../../kernels/measure-snap.ts';
import type { ScreenPoint } from '../../managers/camera.ts';
import type { ProbeHit } from '../../probe.ts';
import { hitsAround } from '../../queries/hits-around.ts';
import type { Caught } from './measure-tool.ts';

/** How near in CSS pixels a corner, an edge or an anchor is caught. */
const REACH = 12;
/** How far behind what was hit an anchor may lie, in pixels of its distance: an edge seen from the side goes back. */
const BEHIND = 40;
const SIDES = [-1, 1] as const;
/** From the middle of a box to its corners and the middles of its faces. */
const WAYS = [
  ...SIDES.flatMap((x) => SIDES.flatMap((y) => SIDES.map((z) => new Vector3(x, y, z)))),
  ...SIDES.flatMap((side) => [0, 1, 2].map((axis) => new Vector3().setComponent(axis, side))),
];
const UP = new Vector3(0, 1, 0);
/** The ground is measured on no further from the eye than this, in metres; beyond it a pixel is a field. */
const FURTHEST_GROUND = 200;

/**
 * What a pointer catches: a corner, an edge or an anchor of what is under it, else the surface there, else the ground.
 * On an axis through `from` if there is one. Null where there is nothing.
 */
export function catchPoint(editor: Editor, at: ScreenPoint, from: Vector3 | null): Caught | null {
  const { camera } = editor;
  const caught = catchFree(editor, at);
  if (!from) {
    return caught;
  }
  const isThing = caught !== null && !caught.isGround;
  const pointer = { ray: camera.rayAt(at), at, project: (point: Vector3) => camera.project(point) };
  const point = lockToAxis(from, isThing ? caught.point : null, pointer);
  return { kind: isThing ? caught.kind : 'surface', point, normal: isThing ? caught.normal : null };
}

function catchFree(editor: Editor, at: ScreenPoint): (Caught & { isGround: boolean }) | null {
  const { camera } = editor;
  const ray = camera.rayAt(at);
  const [hit, ...beside] = hitsAround(editor, at, REACH);
  const targets = [hit, ...beside].flatMap((one) =>
    one ? [{ corners: one.triangle ?? [], anchors: anchorsOf(editor, one), normal: one.normal }] : [],
  );
  const project = camera.project.bind(camera);
  const snap = snapPoint(targets, { at, ray, reach: REACH, project });
  if (snap) {
    return { kind: snap.kind, point: snap.point, normal: snap.target.normal, isGround: false };
  }
  if (hit) {
    return { kind: 'surface', point: hit.point, normal: hit.normal, isGround: false };
  }
  const ground = onPlane(ray, new Vector3(), UP);
  const isNear = ground && ground.distanceTo(camera.get().position) <= FURTHEST_GROUND;
  return isNear ? { kind: 'surface', point: ground, normal: UP, isGround: true } : null;
}

/** Corners of the box around a thing and middles of its faces, but for those behind what was hit. */
function anchorsOf({ camera, probe }: Editor, hit: ProbeHit): Vector3[] {
  const box = probe?.boundsOf([hit.id]);
  if (!box || box.isEmpty()) {
    return [];
  }
  const eye = camera.eyeOf(hit.point);
  const furthest = hit.point.distanceTo(eye) + camera.metresPerPixel(hit.point) * BEHIND;
  const middle = box.getCenter(new Vector3());
  const half = box.getSize(new Vector3()).divideScalar(2);
  return WAYS.map((way) => way.clone().multiply(half).add(middle)).filter(
    (anchor) => anchor.distanceTo(eye) <= furthest,
  );
}
