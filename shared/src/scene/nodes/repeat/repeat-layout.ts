import { type BufferGeometry, type Matrix4, Quaternion, Vector3 } from 'three';
import { inverseOf, type Transform, transformOf } from '../../transform.ts';
import type { PropsOf } from '../props.ts';
import type { SharedShape } from '../traits.ts';
import { gridLayout, linearLayout, type Placement, radialLayout, varyCopies } from './layout.ts';
import { pathLayout } from './path-layout.ts';
import { scatterLayout } from './scatter-layout.ts';

/** Parts of the scene that a repeat reads. */
export type RepeatContext = {
  /** World matrix of a node. */
  worldOf: (id: string) => Matrix4;
  /** Line of a path; null for other nodes and missing ones. */
  pathOf: (id: string) => PropsOf<'path'> | null;
  /** Surface of a node, null for nodes without one. */
  shapeOf: (id: string) => SharedShape | null;
};

/** Node in the scene on which a repeat arranges its copies, null for none. */
export function guideOf({ pattern, path, surface }: PropsOf<'repeat'>): string | null {
  return pattern === 'path' ? path : pattern === 'scatter' ? surface : null;
}

/**
 * Copies of a repeat besides its source, in its own space. There are none without a path or surface.
 * On these only the scale of the repeat has an effect.
 */
export function repeatLayout(id: string, props: PropsOf<'repeat'>, context: RepeatContext): Placement[] {
  switch (props.pattern) {
    case 'linear':
      return withoutSource(linearLayout(props), props);
    case 'grid':
      return withoutSource(gridLayout(props), props);
    case 'radial':
      return withoutSource(radialLayout(props), props);
    case 'path':
    case 'scatter': {
      const copies = guidedCopies(props, context);
      toLocal(copies, context.worldOf(id));
      varyCopies(copies, props, 0);
      return copies;
    }
  }
}

function withoutSource(copies: Placement[], props: PropsOf<'repeat'>): Placement[] {
  varyCopies(copies, props, 1);
  return copies.slice(1);
}

/** Copies in the scene. */
function guidedCopies(props: PropsOf<'repeat'>, context: RepeatContext): Placement[] {
  const guide = guideOf(props);
  if (guide === null) {
    return [];
  }
  if (props.pattern === 'path') {
    const path = context.pathOf(guide);
    return path ? pathLayout(path, context.worldOf(guide), props) : [];
  }
  const shape = context.shapeOf(guide);
  return shape && 'build' in shape ? scattered(shape, context.worldOf(guide), props) : [];
}

/** Places of the last surface, as repeats in copies often have the same, and edits of other fields leave them. */
let latest: { key: string; copies: readonly Placement[] } | null = null;

function scattered(
  shape: SharedShape & { build: () => BufferGeometry },
  world: Matrix4,
  props: PropsOf<'repeat'>,
) {
  const { count, seed, spacing, maxSlope, turns } = props;
  const own = world.clone().setPosition(0, 0, 0);
  const key = JSON.stringify([shape.key, shape.scale, own.elements, count, seed, spacing, maxSlope, turns]);
  if (latest?.key !== key) {
    const geometry = shape.build().scale(...shape.scale);
    latest = { key, copies: scatterLayout(geometry, own, props) };
    geometry.dispose();
  }
  const offset = new Vector3().setFromMatrixPosition(world);
  return latest.copies.map(({ position, rotation, scale }) => ({
    position: position.clone().add(offset),
    rotation: rotation.clone(),
    scale,
  }));
}

/** Moves copies from the scene into a space, in place; their size is that of the space. */
function toLocal(copies: readonly Placement[], world: Matrix4): void {
  const inverse = inverseOf(world);
  const turn = new Quaternion(...transformOf(world).rotation).invert();
  for (const { position, rotation } of copies) {
    position.applyMatrix4(inverse);
    rotation.premultiply(turn);
  }
}

/** Transform of a node of the source in a copy. */
export function placedTransform({ position, rotation, scale }: Placement, node: Transform): Transform {
  const [x, y, z] = node.scale;
  return {
    position: new Vector3(...node.position)
      .multiplyScalar(scale)
      .applyQuaternion(rotation)
      .add(position)
      .toArray(),
    rotation: new Quaternion(...node.rotation).normalize().premultiply(rotation).toArray(),
    scale: [x * scale, y * scale, z * scale],
  };
}
