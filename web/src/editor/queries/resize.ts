import { type NodeKind, type SceneNode, sceneNode } from '@diorama/shared/scene/document.ts';
import type { Sizing } from '@diorama/shared/scene/nodes/define.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { alone, buildGeometry } from '@diorama/shared/scene/nodes/kinds.ts';
import { lengthRange } from '@diorama/shared/scene/nodes/ranges.ts';
import type { NodePatch } from '@diorama/shared/scene/ops.ts';
import { Box3, Quaternion, Vector3 } from 'three';
import { roundMeasure } from '../kernels/round-measure.ts';
import type { DrawnScene, Permission, SceneReader, Selecting } from '../parts.ts';
import { isMovable } from './gizmo-frame.ts';

export type SizeAxis = 'x' | 'y' | 'z';
/** Side of a node's local box; −1 is the start of the axis. */
export type BoxSide = { axis: SizeAxis; sign: -1 | 1 };
/** Node at the start of a resize, with the local box of its surface. */
export type Sized = { id: string; node: SceneNode; box: Box3 };

const AXES: readonly SizeAxis[] = ['x', 'y', 'z'];
export const BOX_SIDES: readonly BoxSide[] = AXES.flatMap((axis): BoxSide[] => [
  { axis, sign: -1 },
  { axis, sign: 1 },
]);
/** Smallest thickness of a side that can be pulled, in metres. */
const FLAT = 1e-6;

/** Sizing of a node kind; null for kinds that can only be scaled. */
export function sizingOf(kind: NodeKind): Sizing | null {
  // Definitions are typed by kind; this function reads the one of any kind.
  const sizing: Sizing | undefined = findNodeDef(kind)?.inspector.sizing;
  return sizing ?? null;
}

/** The single selected node, if it has a surface and is editable. */
export function sizedSelection(editor: DrawnScene & Permission & SceneReader & Selecting): Sized | null {
  const { scene, selection, queries, isReadOnly } = editor;
  const [id, ...others] = selection.ids.value;
  const node = id === undefined ? undefined : scene.node(id);
  if (id === undefined || !node || others.length > 0 || isReadOnly.value || !isMovable(editor, id)) {
    return null;
  }
  const box = queries?.ownBoxOf(id) ?? new Box3();
  return box.isEmpty() ? null : { id, node, box };
}

/** Lengths of a node along its local axes including its scale, in metres. */
export function lengthsOf({ node, box }: Sized): Record<SizeAxis, number> {
  const size = box.getSize(new Vector3());
  const [x, y, z] = node.scale.map(Math.abs);
  return { x: size.x * (x ?? 1), y: size.y * (y ?? 1), z: size.z * (z ?? 1) };
}

/**
 * Sides that can be pulled: none along the normal of a flat node, and only the top of a plan wall.
 */
export function pullableSides({ node, box }: Sized): readonly BoxSide[] {
  const size = box.getSize(new Vector3());
  const isTopOnly = sizingOf(node.kind)?.pulled === 'top';
  return BOX_SIDES.filter(
    ({ axis, sign }) => size[axis] > FLAT && (!isTopOnly || (axis === 'y' && sign > 0)),
  );
}

/** Centre of a side, in local space. */
export function sideMiddle({ box }: Pick<Sized, 'box'>, { axis, sign }: BoxSide): Vector3 {
  const middle = box.getCenter(new Vector3());
  middle[axis] = sign < 0 ? box.min[axis] : box.max[axis];
  return middle;
}

/**
 * Sets a node's length along an axis in metres, while the side opposite the pulled one stays. Uses the kind's
 * size props, else the scale; nothing else is written. Returns null if impossible.
 */
export function resizePatch(sized: Sized, side: BoxSide, length: number): NodePatch | null {
  const { node, box } = sized;
  const { axis } = side;
  const now = lengthsOf(sized)[axis];
  const factor = Math.max(length, lengthRange.min) / now;
  if (!Number.isFinite(factor) || now <= FLAT) {
    return null;
  }
  const sizing = sizingOf(node.kind);
  // Effects of other nodes on a shape, such as mitred walls, are not part of its size.
  const own = sizing ? shapeBoxOf(node) : box;
  const props = sizing && sizeProps(node, sizing, own, axis, factor);
  const next = sizing ? withProps(node, props) : scaled(node, axis, factor);
  if (!next) {
    return null;
  }
  const nextBox = sizing ? shapeBoxOf(next) : box;
  const fixed = { axis, sign: side.sign < 0 ? 1 : -1 } as const;
  const before = sideMiddle({ box: own }, fixed).multiply(new Vector3(...node.scale));
  const after = sideMiddle({ box: nextBox }, fixed).multiply(new Vector3(...next.scale));
  const shift = before.sub(after).applyQuaternion(new Quaternion(...node.rotation));
  const position = new Vector3(...node.position).add(shift);
  return {
    // A node that is pulled by its top keeps its position.
    ...(sizing?.pulled !== 'top' && {
      position: [roundMeasure(position.x), roundMeasure(position.y), roundMeasure(position.z)],
    }),
    ...(props ? { props: pick(next.props, Object.keys(props)) } : { scale: next.scale }),
  };
}

/** Local box of a shape. */
export function shapeBoxOf(node: SceneNode): Box3 {
  const geometry = buildGeometry(alone(node));
  geometry?.computeBoundingBox();
  const box = geometry?.boundingBox?.clone() ?? new Box3();
  geometry?.dispose();
  return box;
}

function sizeProps(
  node: SceneNode,
  sizing: Sizing,
  box: Box3,
  axis: SizeAxis,
  factor: number,
): Readonly<Record<string, unknown>> {
  const size = box.getSize(new Vector3());
  for (const other of AXES) {
    size[other] *= other === axis || goesAlong(sizing, axis, other) ? factor : 1;
  }
  return sizing.props(size.toArray(), node.props);
}

/** Returns null if the kind rejects the value. */
function withProps(node: SceneNode, props: object | null): SceneNode | null {
  return sceneNode.safeParse({ ...node, props: { ...node.props, ...props } }).data ?? null;
}

function pick(props: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(props).filter(([key]) => keys.includes(key)));
}

function goesAlong({ form }: Sizing, axis: SizeAxis, other: SizeAxis): boolean {
  return form === 'ball' || (form === 'round' && axis !== 'y' && other !== 'y');
}

function scaled(node: SceneNode, axis: SizeAxis, factor: number): SceneNode {
  const [x, y, z] = node.scale;
  const by = (one: SizeAxis) => (one === axis ? factor : 1);
  return { ...node, scale: [x * by('x'), y * by('y'), z * by('z')] };
}
