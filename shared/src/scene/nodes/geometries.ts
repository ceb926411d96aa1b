import type { BufferGeometry } from 'three';
import type { SceneNode } from '../document.ts';
import { boxGeometry } from './box/geometry.ts';
import { capsuleGeometry } from './capsule/geometry.ts';
import { coneGeometry } from './cone/geometry.ts';
import { cylinderGeometry } from './cylinder/geometry.ts';
import type { NodeGeometry, SharedShape } from './geometry.ts';
import type { NodeKind } from './index.ts';
import { pathGeometry } from './path/geometry.ts';
import { planeGeometry } from './plane/geometry.ts';
import { pyramidGeometry } from './pyramid/geometry.ts';
import { ringGeometry } from './ring/geometry.ts';
import { roundedBoxGeometry } from './roundedBox/geometry.ts';
import { sphereGeometry } from './sphere/geometry.ts';
import { stairsGeometry } from './stairs/geometry.ts';
import { torusGeometry } from './torus/geometry.ts';

/** The surfaces of all kinds, without schemas; null for kinds that have none of their own. */
export const nodeGeometries: { readonly [K in NodeKind]: NodeGeometry<K> | null } = {
  group: null,
  box: boxGeometry,
  sphere: sphereGeometry,
  cylinder: cylinderGeometry,
  cone: coneGeometry,
  torus: torusGeometry,
  plane: planeGeometry,
  capsule: capsuleGeometry,
  pyramid: pyramidGeometry,
  ring: ringGeometry,
  stairs: stairsGeometry,
  roundedBox: roundedBoxGeometry,
  path: pathGeometry,
  pointLight: null,
  spotLight: null,
  directionalLight: null,
  ambientLight: null,
  model: null,
};

type AnyGeometry = {
  build: (props: SceneNode['props']) => BufferGeometry;
  share: (props: SceneNode['props']) => SharedShape | null;
};

// The table pairs each kind with the geometry of its own props; a union of nodes cannot express that pairing.
const geometryOf = (node: SceneNode) => nodeGeometries[node.kind] as AnyGeometry | null;

/** The surface of a node in its own space, in metres, or null when it has none. The caller disposes of it. */
export function buildGeometry(node: SceneNode): BufferGeometry | null {
  const geometry = geometryOf(node);
  return geometry?.share(node.props) ? geometry.build(node.props) : null;
}

/** The shared shape of a node, its scale, and how to build it; null when it has no surface. */
export function sharedGeometry(node: SceneNode): (SharedShape & { build: () => BufferGeometry }) | null {
  const geometry = geometryOf(node);
  const shape = geometry?.share(node.props);
  if (!geometry || !shape) {
    return null;
  }
  return { ...shape, build: () => geometry.build(shape.props) };
}
