import { type NodeKind, type SceneNode, sceneNode } from '@diorama/shared/scene/document.ts';
import type { Sizing } from '@diorama/shared/scene/nodes/define.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { alone, buildGeometry } from '@diorama/shared/scene/nodes/kinds.ts';
import { lengthRange } from '@diorama/shared/scene/nodes/ranges.ts';
import type { NodePatch } from '@diorama/shared/scene/ops.ts';
import { Box3, Quaternion, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { tidy } from '../kernels/tidy.ts';
import { isMovable } from './gizmo-frame.ts';

export type SizeAxis = 'x' | 'y' | 'z';
/** A side of the box around a thing, along its own axes: −1 is where the axis begins. */
export type BoxSide = { axis: SizeAxis; sign: -1 | 1 };
/** A thing as it was when somebody began to change its size: its node and the box of its surface, in its own space. */
export type Sized = { id: string; node: SceneNode; box: Box3 };

const AXES: readonly SizeAxis[] = ['x', 'y', 'z'];
/** All sides of a box. */
export const BOX_SIDES: readonly BoxSide[] = AXES.flatMap((axis): BoxSide[] => [
  { axis, sign: -1 },
  { axis, sign: 1 },
]);
/** Thinner than this is flat, in metres: there is nothing to pull. */
const FLAT = 1e-6;

/** How nodes of a kind take a size; null for those that can only be scaled. */
export function sizingOf(kind: NodeKind): Sizing | null {
  // The list of kinds is typed by kind; here any of them is asked.
  const sizing: Sizing | undefined = findNodeDef(kind)?.inspector.sizing;
  return sizing ?? null;
}

/** The selected thing, when one alone is selected that has a surface and may be changed. */
export function sizedSelection(editor: Editor): Sized | null {
  const { scene, selection, probe, isReadOnly } = editor;
  const [id, ...others] = selection.get();
  const node = id === undefined ? undefined : scene.node(id);
  if (id === undefined || !node || others.length > 0 || isReadOnly.get() || !isMovable(editor, id)) {
    return null;
  }
  const box = probe?.ownBoxOf(id) ?? new Box3();
  return box.isEmpty() ? null : { id, node, box };
}

/** How long a thing is along its own axes, as its own scale makes it, in metres. */
export function lengthsOf({ node, box }: Sized): Record<SizeAxis, number> {
  const size = box.getSize(new Vector3());
  const [x, y, z] = node.scale.map(Math.abs);
  return { x: size.x * (x ?? 1), y: size.y * (y ?? 1), z: size.z * (z ?? 1) };
}

/** The sides that can be pulled: a flat thing has none along its normal, and what stands in a plan only its top. */
export function pullableSides({ node, box }: Sized): readonly BoxSide[] {
  const size = box.getSize(new Vector3());
  const isTopOnly = sizingOf(node.kind)?.pulled === 'top';
  return BOX_SIDES.filter(
    ({ axis, sign }) => size[axis] > FLAT && (!isTopOnly || (axis === 'y' && sign > 0)),
  );
}

/** The middle of a side, in the thing's own space. */
export function sideMiddle({ box }: Pick<Sized, 'box'>, { axis, sign }: BoxSide): Vector3 {
  const middle = box.getCenter(new Vector3());
  middle[axis] = sign < 0 ? box.min[axis] : box.max[axis];
  return middle;
}

/**
 * Makes a thing so long along one of its axes, in metres, that the side opposite of the pulled one stays where it is: by
 * what its kind is measured by, else by its scale; nothing else of it is written. Null for what cannot be.
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
  // What others do to a shape, such as walls that meet, is no part of its own size.
  const own = sizing ? boxOf(node) : box;
  const props = sizing && sizeProps(node, sizing, own, axis, factor);
  const next = sizing ? withProps(node, props) : scaled(node, axis, factor);
  if (!next) {
    return null;
  }
  const nextBox = sizing ? boxOf(next) : box;
  const fixed = { axis, sign: side.sign < 0 ? 1 : -1 } as const;
  const before = sideMiddle({ box: own }, fixed).multiply(new Vector3(...node.scale));
  const after = sideMiddle({ box: nextBox }, fixed).multiply(new Vector3(...next.scale));
  const shift = before.sub(after).applyQuaternion(new Quaternion(...node.rotation));
  const position = new Vector3(...node.position).add(shift);
  return {
    // What is pulled by its top stands where it stood.
    ...(sizing?.pulled !== 'top' && { position: [tidy(position.x), tidy(position.y), tidy(position.z)] }),
    ...(props ? { props: pick(next.props, Object.keys(props)) } : { scale: next.scale }),
  };
}

/** The box of a shape in its own space. */
export function boxOf(node: SceneNode): Box3 {
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

/** Null where a value is none that the kind can have. */
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
