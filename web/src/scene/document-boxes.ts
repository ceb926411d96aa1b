import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { dependenciesIn } from '@diorama/shared/scene/node-dependencies.ts';
import { fileOf, shapeOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { SharedShape } from '@diorama/shared/scene/nodes/traits.ts';
import { resolveScene } from '@diorama/shared/scene/resolve.ts';
import { Box3, Matrix4 } from 'three';

/**
 * Bounds of the visible nodes of a document that is not drawn. Shapes that need a file, such as texts, have none.
 * @param boundsOf - bounds of a model by the iri of its asset; null for unknown ones
 */
export function documentBoxes(document: SceneDocument, boundsOf: (asset: string) => Box3 | null): Box3[] {
  const ties = dependenciesIn(document);
  const built = new Map<string, Box3>();
  return [...resolveScene(document).values()].flatMap(({ id, node, world, visible }) => {
    const file = fileOf(node);
    const shape = file || !visible ? null : shapeOf({ id, node, ties });
    const own = file ? boundsOf(file.asset ?? '') : shape && boxOf(shape, built);
    return own && visible ? [own.clone().applyMatrix4(world)] : [];
  });
}

function boxOf(shape: SharedShape, built: Map<string, Box3>): Box3 | null {
  if (!('build' in shape)) {
    return null;
  }
  const known = built.get(shape.key) ?? measured(shape.build);
  built.set(shape.key, known);
  return known.clone().applyMatrix4(new Matrix4().makeScale(...shape.scale));
}

function measured(build: Extract<SharedShape, { build: unknown }>['build']): Box3 {
  const geometry = build();
  geometry.computeBoundingBox();
  const box = geometry.boundingBox ?? new Box3();
  geometry.dispose();
  return box;
}
