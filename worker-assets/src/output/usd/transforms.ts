import type { Node } from '@gltf-transform/core';
import type { UsdPrim } from '../usdc/layer.ts';
import type { AttributeType } from '../usdc/types.ts';
import type { AnimatedNodes, Curve, TransformPath } from './curves.ts';

/** Time codes a second of the layer's timeline. */
export const FRAMES_PER_SECOND = 60;

const OPERATIONS = [
  { path: 'translation', name: 'xformOp:translate', type: 'float3' },
  { path: 'rotation', name: 'xformOp:orient', type: 'quatf' },
  { path: 'scale', name: 'xformOp:scale', type: 'float3' },
] as const satisfies { path: TransformPath; name: string; type: AttributeType }[];

/** Writes a node's transform: a matrix where it stands still, else translation, rotation and scale over time. */
export function writeTransform(prim: UsdPrim, node: Node, animations: AnimatedNodes): void {
  if (!animations.isMoving(node)) {
    const matrix = node.getMatrix();
    if (!isIdentity(matrix)) {
      // Both store the axes in sequence: columns in glTF, rows (with row vectors) in USD.
      prim.attribute('xformOp:transform', 'matrix4d', matrix);
      prim.attribute('xformOpOrder', 'token[]', ['xformOp:transform'], { uniform: true });
    }
    return;
  }
  const rest = { translation: node.getTranslation(), rotation: node.getRotation(), scale: node.getScale() };
  for (const { path, name, type } of OPERATIONS) {
    const curve = animations.curve(node, path);
    if (curve) {
      prim.animated(name, type, sample(curve));
    } else {
      prim.attribute(name, type, rest[path]);
    }
  }
  const order = OPERATIONS.map(({ name }) => name);
  prim.attribute('xformOpOrder', 'token[]', order, { uniform: true });
}

/** Time codes of moments in seconds. */
export function timeCodes(seconds: readonly number[]): Float64Array {
  return Float64Array.from(seconds, (time) => time * FRAMES_PER_SECOND);
}

function sample(curve: Curve) {
  return { times: timeCodes(curve.times), values: curve.times.map((time) => curve.at(time)) };
}

function isIdentity(matrix: readonly number[]): boolean {
  return matrix.every((value, i) => value === (i % 5 === 0 ? 1 : 0));
}
