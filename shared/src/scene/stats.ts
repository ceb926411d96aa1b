import type { SceneDocument } from './document.ts';
import { dependenciesIn } from './node-dependencies.ts';
import { fileOf, shapeOf } from './nodes/kinds.ts';
import type { ShapeSource, SharedShape } from './nodes/traits.ts';

/** Size of a scene: all nodes, and the triangles of all surfaces, including hidden ones. */
export type SceneStats = { nodes: number; triangles: number };

/**
 * Counts nodes and triangles. `trianglesOf` returns the triangles of a file by its asset's iri; an unknown
 * asset counts zero. Each shape is built once, for any number of nodes that share it.
 */
export function countScene(
  document: SceneDocument,
  trianglesOf: (asset: string) => number | undefined,
): SceneStats {
  const ties = dependenciesIn(document);
  const count = triangleCounter(trianglesOf);
  const nodes = Object.entries(document.nodes);
  const triangles = nodes.reduce((sum, [id, node]) => sum + count({ id, node, ties }), 0);
  return { nodes: nodes.length, triangles };
}

/** Returns a counter of triangles for single nodes, as in {@link countScene}. */
export function triangleCounter(
  trianglesOf: (asset: string) => number | undefined,
): (source: ShapeSource) => number {
  const counted = new Map<string, number>();
  return (source) => {
    const file = fileOf(source.node);
    return file ? (trianglesOf(file.asset ?? '') ?? 0) : countShape(source, counted);
  };
}

function countShape(source: ShapeSource, counted: Map<string, number>): number {
  const shape = shapeOf(source);
  if (!shape) {
    return 0;
  }
  const count = counted.get(shape.key) ?? trianglesIn(shape);
  counted.set(shape.key, count);
  return count;
}

function trianglesIn(shape: SharedShape): number {
  if ('loadBuilder' in shape) {
    return shape.triangles;
  }
  const geometry = shape.build();
  return (geometry.index?.count ?? geometry.getAttribute('position').count) / 3;
}
