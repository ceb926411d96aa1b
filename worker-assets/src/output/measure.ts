import type { Document, Node, Primitive, Scene } from '@gltf-transform/core';
import type { InstancedMesh as Instances } from '@gltf-transform/extensions';
import { countTriangles } from './triangles.ts';

/** Rendering cost of a scene. */
export type SceneCost = {
  /** Triangles drawn, instances included. */
  triangles: number;
  drawCalls: number;
  textures: number;
};

/** Counts the drawn content of a document. */
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

/** The nodes that are part of a scene. Other nodes are invisible. */
export function shownNodes(document: Document): Set<Node> {
  const shown = new Set<Node>();
  for (const scene of document.getRoot().listScenes()) {
    scene.traverse((node) => shown.add(node));
  }
  return shown;
}

/** The scene that a document shows first. */
export function shownScene(document: Document): Scene | undefined {
  const root = document.getRoot();
  return root.getDefaultScene() ?? root.listScenes()[0];
}

/** All primitives of a document. */
export function primitivesIn(document: Document): Primitive[] {
  return document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives());
}

function instanceCount(node: Node): number {
  const instances = node.getExtension<Instances>('EXT_mesh_gpu_instancing');
  const attribute = instances?.listAttributes()[0];
  return attribute?.getCount() ?? 1;
}
