import { copyOf, type FbxGraph, freeIds, holdingLink, linksOf, objectsOf, propertyOf } from './fbx-graph.ts';
import type { FbxNode } from './fbx-node.ts';

const GEOMETRIC = ['GeometricTranslation', 'GeometricRotation', 'GeometricScaling'];

/**
 * Copies geometries of models with different geometric transforms, in place: three.js' loader applies only the
 * transform of the first model.
 */
export function copySharedGeometry(graph: FbxGraph): void {
  const links = linksOf(graph);
  const models = objectsOf(graph, 'Model');
  const geometries = objectsOf(graph, 'Geometry');
  const isDeformed = new Set(links.filter(({ to }) => geometries.has(to)).map(({ to }) => to));
  const nextId = freeIds(links);
  const uses = links.filter(
    ({ from, to }) => geometries.has(from) && models.has(to) && !isDeformed.has(from),
  );
  for (const [id, shared] of Map.groupBy(uses, ({ from }) => from)) {
    const geometry = geometries.get(id);
    if (!geometry) {
      continue;
    }
    const byTransform = [...Map.groupBy(shared, ({ to }) => transformOf(models.get(to))).values()];
    for (const others of byTransform.slice(1)) {
      const copyId = nextId();
      graph.objects.children.push(copyOf(geometry, copyId));
      for (const { node, to } of others) {
        node.values = holdingLink(copyId, to).values;
      }
    }
  }
}

function transformOf(model: FbxNode | undefined): string {
  return JSON.stringify(GEOMETRIC.map((name) => model && propertyOf(model, name)));
}
