import type { Material, SceneDocument } from '@diorama/shared/scene/document.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { dependenciesIn } from '@diorama/shared/scene/node-dependencies.ts';
import { buildGeometry, shapeOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { type ShapeSource, typefaceOf } from '@diorama/shared/scene/nodes/traits.ts';
import { completeMaterial } from '@diorama/shared/scene/partial-material.ts';
import { resolveScene } from '@diorama/shared/scene/resolve.ts';
import { Box3, type BufferAttribute, type BufferGeometry } from 'three';
import { readTypeface } from '../output/gltf/shapes.ts';
import type { GltfIo } from '../output/gltf-io.ts';
import { addTriangles, lookOf, type Parts } from './drawn-parts.ts';
import { documentWith, squareMesh } from './sample-documents.ts';

/** IRI of a model: a square of one metre in the first quadrant of XY. */
export const MODEL = '/api/assets/00000000-0000-4000-8000-000000000001';
export async function squareModel(io: GltfIo): Promise<Map<string, Uint8Array>> {
  const square = documentWith((document) => [document.createNode('Part').setMesh(squareMesh(document))]);
  return new Map([[MODEL, await io.writeGlb(square)]]);
}

/** Drawn content of a scene; the box is empty without content. */
export type DrawnScene = { triangles: number; box: Box3; parts: Parts };

/**
 * Measures a scene with the geometries of the node kinds, placed by the shared rules. Every model is {@link
 * squareModel}.
 */
export async function drawnOf(scene: SceneDocument): Promise<DrawnScene> {
  const box = new Box3();
  const parts: Parts = {};
  let triangles = 0;
  const ties = dependenciesIn(scene);
  for (const { id, node, world, visible } of resolveScene(scene).values()) {
    if (!visible) {
      continue;
    }
    const geometry = await geometryOf({ id, node, ties });
    if (geometry) {
      triangles += (geometry.index?.count ?? 0) / 3;
      for (const part of shapeParts({ id, node, ties }, { geometry, scene })) {
        addTriangles(parts, { name: node.name, ...part });
      }
      geometry.applyMatrix4(world);
      box.union(new Box3().setFromBufferAttribute(geometry.getAttribute('position') as BufferAttribute));
    }
    if (node.kind === 'model') {
      triangles += 2;
      addTriangles(parts, { name: node.name, look: lookOf(materialIn(scene, node.material)), count: 2 });
      box.union(new Box3().setFromArray([0, 0, 0, 1, 1, 0]).applyMatrix4(world));
    }
  }
  return { triangles, box, parts };
}

function materialIn({ materials }: SceneDocument, id: string | null): Material | null {
  return ownMember(materials, id ?? '') ?? null;
}

/** Looks and triangles of the slots of a shape. */
function shapeParts(
  source: ShapeSource,
  { geometry, scene }: { geometry: BufferGeometry; scene: SceneDocument },
): { look: string; count: number }[] {
  const { slots = [''], defaultMaterials = {} } = shapeOf(source) ?? {};
  const whole = { count: geometry.index?.count ?? 0, materialIndex: 0 };
  const groups = geometry.groups.length > 0 ? geometry.groups : [whole];
  return groups.map(({ count, materialIndex = 0 }) => {
    const own = materialIn(scene, source.node.material);
    const material = own ?? completeMaterial(defaultMaterials[slots[materialIndex] ?? '']);
    return { look: lookOf(material), count: count / 3 };
  });
}

async function geometryOf(source: ShapeSource): Promise<BufferGeometry | null> {
  const shape = shapeOf(source);
  if (!shape || 'build' in shape) {
    return buildGeometry(source);
  }
  const files = shape.files.map(async (file) => await readTypeface(typefaceOf(file) ?? ''));
  const build = await shape.loadBuilder();
  return await build(await Promise.all(files));
}
