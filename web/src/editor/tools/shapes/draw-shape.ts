import { type NodeKind, type SceneNode, sceneNode } from '@diorama/shared/scene/document.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import type { Editor } from '../../editor.ts';
import { alongLine, onPlane } from '../../kernels/geometry.ts';
import { snapTo } from '../../kernels/snap.ts';
import type { ScreenPoint } from '../../managers/camera.ts';
import { isEdgeOn } from '../../queries/is-edge-on.ts';
import { isSnapping } from '../../queries/is-snapping.ts';
import { createNamer } from '../../queries/names.ts';
import { uprightAt } from '../../queries/placement.ts';
import { boxOf, sizingOf } from '../../queries/resize.ts';
import type { PointerInfo } from '../pointer.ts';
import type { Draft } from './shape-tool.ts';

/** The rectangle that a shape stands on, in metres: its middle, and how wide and deep it is. */
export type Base = { middle: Vector3; width: number; depth: number };

const UP = new Vector3(0, 1, 0);
/** How high a shape is while only its base is drawn, and at least, in metres. */
export const THIN = 0.01;
/** Looking down or up by more than this, nobody sees how high something is: the height of the way to the eye. */
const STEEP = 0.98;
/** So near to the ground, in CSS pixels, it is meant. */
const GROUND_REACH = 8;
/** Nobody draws further from the eye than this, in metres. */
export const FURTHEST = 500;

/** The point of a level plane under a pointer; null above the horizon. */
export function planePoint({ camera }: Editor, at: ScreenPoint, height: number): Vector3 | null {
  const point = onPlane(camera.rayAt(at), new Vector3(0, height, 0), UP);
  return point && point.distanceTo(camera.get().position) <= FURTHEST ? point : null;
}

/** What lengths are drawn to now, in metres; 0 for nothing. */
export function stepAt(editor: Editor, pointer: PointerInfo): number {
  return isSnapping(editor, pointer) ? editor.preferences.get().snapSteps.translate : 0;
}

/** A point on the lines of the grid, where the person wants that. */
export function snapped(editor: Editor, point: Vector3, pointer: PointerInfo): Vector3 {
  const step = stepAt(editor, pointer);
  return new Vector3(snapTo(point.x, step), point.y, snapTo(point.z, step));
}

/** The base between two corners, or around the first; what is round is as deep as it is wide. */
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

/**
 * The corner under a pointer of a shape that is drawn upright, where a view without perspective shows the ground from its
 * edge; null in any other.
 */
export function uprightCorner(editor: Editor, pointer: PointerInfo): Vector3 | null {
  const { camera } = editor;
  const point = isEdgeOn(editor) ? uprightAt(editor, pointer) : null;
  if (!point) {
    return null;
  }
  const isGround = Math.abs(point.y) < camera.metresPerPixel(point) * GROUND_REACH;
  return snapped(editor, point, pointer).setY(isGround ? 0 : snapTo(point.y, stepAt(editor, pointer)));
}

/** The base and the height between two upright corners, or around the first; it is as deep as it is wide. */
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
 * How high a pointer pulls what stands on a base, in metres; null where it cannot be told. Straight from above it is pulled
 * up the screen.
 */
export function heightAt(editor: Editor, { middle }: Base, pointer: PointerInfo): number | null {
  const { camera } = editor;
  const isSteep = Math.abs(wayToEye(editor).y) > STEEP;
  const far = isSteep
    ? (camera.project(middle).y - pointer.y) * camera.metresPerPixel(middle)
    : alongLine(camera.rayAt(pointer), middle, UP);
  const step = stepAt(editor, pointer);
  return far === null ? null : Math.max(snapTo(Math.min(far, FURTHEST), step), THIN);
}

/** Shows a shape on a base as it is drawn; thin while its height is not known. */
export function writeShape(editor: Editor, draft: Draft, base: Base, height: number | null): void {
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

/** Puts a shape of the usual size on a place. */
export function standAt(editor: Editor, { id, kind, at }: { id: string; kind: NodeKind; at: Vector3 }): void {
  put(editor, id, sceneNode.parse({ kind }), at);
}

function wayToEye({ camera }: Editor): Vector3 {
  const { position, target } = camera.get();
  return position.clone().sub(target).normalize();
}

function put(editor: Editor, id: string, node: SceneNode, foot: Vector3): void {
  const box = boxOf(node);
  const middle = box.getCenter(new Vector3()).setY(box.min.y);
  const at = foot.clone().sub(middle);
  const position: SceneNode['position'] = [tidy(at.x), tidy(at.y), tidy(at.z)];
  if (editor.scene.node(id)) {
    updateNode(editor.ydoc, id, { position, props: node.props });
    return;
  }
  const label = findNodeDef(node.kind)?.inspector.label;
  const name = createNamer(editor)(label ? editor.ui.nameOf(label) : '');
  addNode(editor.ydoc, { id, kind: node.kind, name, position, props: node.props });
}

function tidy(value: number): number {
  return Math.round(value * 1e4) / 1e4 + 0;
}
