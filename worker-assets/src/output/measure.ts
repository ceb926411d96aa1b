import type { Document, Node } from '@gltf-transform/core';
import type { InstancedMesh as Instances } from '@gltf-transform/extensions';
import { countTriangles } from './triangles.ts';

/** Cost of drawing a scene. */
export type SceneCost = {
  /** Triangles drawn, every copy of a mesh counted. */
  triangles: number;
  drawCalls: number;
  textures: number;
};

/** Counts what a document draws. */
export function measure(document: Document): SceneCost {
  const cost: SceneCost = { triangles: 0, drawCalls: 0, textures: document.getRoot().listTextures().length };
  for (const node of shownNodes(document)) {
    const primitives = node.getMesh()?.listPrimitives() ?? [];
    const copies = instanceCount(node);
    cost.drawCalls += primitives.length;
    for (const primitive of primitives) {
      cost.triangles += countTriangles(primitive) * copies;
    }
  }
  return cost;
}

/** The distinct nodes of all scenes. Other nodes are invisible. */
export function shownNodes(document: Document): Set<Node> {
  const shown = new Set<Node>();
  for (const scene of document.getRoot().listScenes()) {
    scene.traverse((node) => shown.add(node));
  }
  return shown;
}

function instanceCount(node: Node): number {
  const instances = node.getExtension<Instances>('EXT_mesh_gpu_instancing');
  const attribute = instances?.listAttributes()[0];
  return attribute?.getCount() ?? 1;
}
