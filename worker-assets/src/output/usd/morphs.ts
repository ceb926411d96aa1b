import type { Node } from '@gltf-transform/core';
import { Matrix4 } from 'three';
import type { UsdPrim } from '../usdc/layer.ts';
import { BlendShapes } from './blend-shapes.ts';
import type { AnimatedNodes } from './curves.ts';
import type { MeshWriter } from './meshes.ts';

const JOINT = 'Root';

/**
 * Writes a mesh with morph targets and without a skin. USD has blend shapes only in skeletons, so the mesh is
 * bound to one static joint in the node's space.
 * @returns the number of primitives that could not be written.
 */
export function writeMorphs(
  parent: UsdPrim,
  node: Node,
  { meshes, animations }: { meshes: MeshWriter; animations: AnimatedNodes },
): number {
  const mesh = node.getMesh();
  const root = parent.child(mesh?.getName() || 'Mesh', 'SkelRoot', { apiSchemas: ['SkelBindingAPI'] });
  const skeleton = root.child('Skeleton', 'Skeleton', { apiSchemas: ['SkelBindingAPI'] });
  const still = Float64Array.from(new Matrix4().elements);
  skeleton.attribute('joints', 'token[]', [JOINT], { uniform: true });
  skeleton.attribute('bindTransforms', 'matrix4d[]', still, { uniform: true });
  skeleton.attribute('restTransforms', 'matrix4d[]', still, { uniform: true });
  const shapes = new BlendShapes(animations);
  let dropped = 0;
  for (const primitive of mesh?.listPrimitives() ?? []) {
    const prim = meshes.write(root, mesh?.getName() || 'Mesh', primitive, ['SkelBindingAPI']);
    if (!prim) {
      dropped += 1;
      continue;
    }
    // The specification allows one number for all vertices, but not every reader does.
    const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
    const perVertex = { interpolation: 'vertex', elementSize: 1 } as const;
    prim.attribute('primvars:skel:jointIndices', 'int[]', new Int32Array(count), perVertex);
    prim.attribute('primvars:skel:jointWeights', 'float[]', new Float32Array(count).fill(1), perVertex);
    prim.attribute('primvars:skel:geomBindTransform', 'matrix4d', new Matrix4().toArray());
    prim.relationship('skel:skeleton', skeleton);
    shapes.add(prim, node, primitive);
  }
  const animation = skeleton.child('Animation', 'SkelAnimation');
  shapes.writeWeights(animation);
  skeleton.relationship('skel:animationSource', animation);
  return dropped;
}
