import { type NodeKind, type SceneNode, sceneNode } from '@diorama/shared/scene/document.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { alongLine, onPlane } from '../../kernels/geometry.ts';
import { roundTo } from '../../kernels/round-measure.ts';
import { snapTo } from '../../kernels/snap.ts';
import type { ScreenPoint } from '../../managers/camera.ts';
import type { LiveEdit } from '../../managers/history.ts';
import type { SceneWriter, UserInterface, UserSettings, Viewpoint } from '../../parts.ts';
import { isEdgeOn } from '../../queries/is-edge-on.ts';
import { isSnapping } from '../../queries/is-snapping.ts';
import { createNamer } from '../../queries/names.ts';
import { uprightAt } from '../../queries/placement.ts';
import { shapeBoxOf, sizingOf } from '../../queries/resize.ts';
import type { PointerInfo } from '../pointer.ts';

/** Running shape: kind, start point, and its history step. */
export type Draft = { id: string; kind: NodeKind; from: Vector3; live: LiveEdit };

/** Base rectangle of a shape in metres: centre, width and depth. */
type Base = { middle: Vector3; width: number; depth: number };

const UP = new Vector3(0, 1, 0);
/** Smallest height of a shape, and its height while the base is drawn, in metres. */
export const THIN = 0.01;
/** Vertical component of the view direction above which heights cannot be seen. */
const STEEP = 0.98;
/** Distance within which a height snaps to the ground, in CSS pixels. */
const GROUND_REACH = 8;
/** Largest drawing distance from the eye, in metres. */
export const FURTHEST = 500;

/** Point of a horizontal plane under a pointer; null above the horizon. */
export function planePoint({ camera }: Viewpoint, at: ScreenPoint, height: number): Vector3 | null {
  const point = onPlane(camera.rayAt(at), new Vector3(0, height, 0), UP);
  return point && point.distanceTo(camera.pose.value.position) <= FURTHEST ? point : null;
}

/** Snap step of lengths in metres; 0 without snapping. */
export function stepAt(editor: UserSettings, pointer: PointerInfo): number {
  return isSnapping(editor, pointer) ? editor.preferences.values.value.snapSteps.translate : 0;
}

/** Point snapped to the grid, if enabled. */
export function snapped(editor: UserSettings, point: Vector3, pointer: PointerInfo): Vector3 {
  const step = stepAt(editor, pointer);
  return new Vector3(snapTo(point.x, step), point.y, snapTo(point.z, step));
}

/** Base between two corners, or centred at the first; round kinds are as deep as wide. */
export function baseOf({
  kind,
  from,
  to,
  isCentred,
}: {
  kind: NodeKind;
  from: Vector3;
  to: Vector3;
  isCentred: boolean;
}): { base: Base; hasHeight: boolean } {
  const sizing = sizingOf(kind);
  const way = to.clone().sub(from);
  if (sizing?.form !== 'free') {
    const side = Math.max(Math.abs(way.x), Math.abs(way.z));
    way.set(Math.sign(way.x) * side, 0, Math.sign(way.z) * side);
  }
  const middle = isCentred ? from.clone() : from.clone().addScaledVector(way, 0.5);
  const factor = isCentred ? 2 : 1;
  return {
    base: { middle, width: Math.abs(way.x) * factor, depth: Math.abs(way.z) * factor },
    hasHeight: sizing?.form !== 'ball' && sizing?.isFlat !== true,
  };
}

/** Corner under a pointer for an upright shape, in an edge-on orthographic view; null in any other view. */
export function uprightCorner(editor: UserSettings & Viewpoint, pointer: PointerInfo): Vector3 | null {
  const { camera } = editor;
  const point = isEdgeOn(editor) ? uprightAt(editor, pointer) : null;
  if (!point) {
    return null;
  }
  const isGround = Math.abs(point.y) < camera.metresPerPixel(point) * GROUND_REACH;
  return snapped(editor, point, pointer).setY(isGround ? 0 : snapTo(point.y, stepAt(editor, pointer)));
}

/** Base and height between two upright corners, or centred at the first; it is as deep as wide. */
export function uprightBaseOf({ from, to, isCentred }: { from: Vector3; to: Vector3; isCentred: boolean }): {
  base: Base;
  height: number;
} {
  const way = to.clone().sub(from);
  const factor = isCentred ? 2 : 1;
  const side = Math.max(Math.abs(way.x), Math.abs(way.z)) * factor;
  const height = Math.abs(way.y) * factor;
  const middle = isCentred ? from.clone() : from.clone().addScaledVector(way, 0.5);
  return {
    base: { middle: middle.setY(middle.y - height / 2), width: side, depth: side },
    height: Math.max(height, THIN),
  };
}

/**
 * Height at a pointer for a shape on a base, in metres; null if undefined. From straight above, a drag up
 * the screen raises it.
 */
export function heightAt(
  editor: UserSettings & Viewpoint,
  { middle }: Base,
  pointer: PointerInfo,
): number | null {
  const { camera } = editor;
  const isSteep = Math.abs(wayToEye(editor).y) > STEEP;
  const far = isSteep
    ? (camera.project(middle).y - pointer.y) * camera.metresPerPixel(middle)
    : alongLine(camera.rayAt(pointer), middle, UP);
  const step = stepAt(editor, pointer);
  return far === null ? null : Math.max(snapTo(Math.min(far, FURTHEST), step), THIN);
}

/** Writes the running shape on a base; thin while its height is unknown. */
export function writeShape(
  editor: SceneWriter & UserInterface,
  draft: Draft,
  base: Base,
  height: number | null,
): void {
  const { id, kind, live } = draft;
  const sizing = sizingOf(kind);
  if (!sizing || base.width === 0 || base.depth === 0) {
    return;
  }
  const before = sceneNode.parse({ kind });
  const high = sizing.form === 'ball' ? base.width : (height ?? THIN);
  const props = { ...before.props, ...sizing.props([base.width, high, base.depth], before.props) };
  const sized = sceneNode.safeParse({ ...before, props }).data;
  if (sized) {
    live.change(() => put(editor, id, sized, base.middle));
  }
}

/** Places a shape of default size. */
export function placeShapeAt(
  editor: SceneWriter & UserInterface,
  { id, kind, at }: { id: string; kind: NodeKind; at: Vector3 },
): void {
  put(editor, id, sceneNode.parse({ kind }), at);
}

function wayToEye({ camera }: Viewpoint): Vector3 {
  const { position, target } = camera.pose.value;
  return position.clone().sub(target).normalize();
}

function put(editor: SceneWriter & UserInterface, id: string, node: SceneNode, foot: Vector3): void {
  const box = shapeBoxOf(node);
  const middle = box.getCenter(new Vector3()).setY(box.min.y);
  const at = foot.clone().sub(middle);
  const position: SceneNode['position'] = [roundTo(at.x, 4), roundTo(at.y, 4), roundTo(at.z, 4)];
  if (editor.scene.node(id)) {
    updateNode(editor.ydoc, id, { position, props: node.props });
    return;
  }
  const label = findNodeDef(node.kind)?.inspector.label;
  const name = createNamer(editor)(label ? editor.ui.nameOf(label) : '');
  addNode(editor.ydoc, { id, kind: node.kind, name, position, props: node.props });
}
