import type { SceneDocument, SceneNode } from './document.ts';
import { sharedGeometry } from './nodes/geometries.ts';

/** How big a scene is: all its nodes, and the triangles of all its surfaces, hidden ones too. */
export type SceneStats = { nodes: number; triangles: number };

/**
 * Counts a document. `trianglesOf` knows the triangles of a model's asset by its iri; an unknown asset counts none.
 * Each shape is built once to be counted, whatever the number of nodes that share it.
 */
export function countScene(
  document: SceneDocument,
  trianglesOf: (asset: string) => number | undefined,
): SceneStats {
  const counted = new Map<string, number>();
  const nodes = Object.values(document.nodes);
  const triangles = nodes.reduce((sum, node) => sum + countNode(node, counted, trianglesOf), 0);
  return { nodes: nodes.length, triangles };
}

function countNode(
  node: SceneNode,
  counted: Map<string, number>,
  trianglesOf: (asset: string) => number | undefined,
): number {
  if (node.kind === 'model') {
    return (node.props.asset && trianglesOf(node.props.asset)) || 0;
  }
  const shape = sharedGeometry(node);
  if (!shape) {
    return 0;
  }
  const known = counted.get(shape.key);
  if (known !== undefined) {
    return known;
  }
  const geometry = shape.build();
  const corners = geometry.index?.count ?? geometry.getAttribute('position').count;
  counted.set(shape.key, corners / 3);
  return corners / 3;
}
