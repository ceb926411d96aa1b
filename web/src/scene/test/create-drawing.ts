import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { Group, InstancedMesh } from 'three';
import { DisposeQueue } from '../dispose-queue.ts';
import { SceneGraph } from '../graph.ts';
import { NodeRenderer, type NodeRendererDependencies } from '../node-renderer.ts';
import type { SceneView } from '../scene-view.ts';

/** Dependencies of a drawer without loading. */
export function nodeRendererDependencies(
  parent: Group,
  models: NodeRendererDependencies['models'],
): NodeRendererDependencies {
  const nothing = () => undefined;
  const disposeQueue = new DisposeQueue();
  // The drawer calls only `load`, and the tests use no files.
  const shapes = { load: async () => null } as unknown as NodeRendererDependencies['shapes'];
  return {
    parent,
    models,
    shapes,
    loadMap: async () => null,
    disposeQueue,
    onChange: nothing,
    onLoaded: nothing,
  };
}

/** Draws documents without a GPU and records the three.js objects. `view` has the members that a picker needs. */
export function createDrawing() {
  const parent = new Group();
  const graph = new SceneGraph();
  // The drawer calls only `load`.
  const dependencies = nodeRendererDependencies(parent, {
    load: async () => null,
  } as unknown as NodeRendererDependencies['models']);
  const drawer = new NodeRenderer(dependencies);
  let version = 0;
  const show = (input: object): SceneDocument => {
    const document = parseDocument(input);
    const { removed, rebuilt, moved } = graph.update(document.nodes);
    for (const id of removed) {
      drawer.erase(id);
    }
    for (const id of rebuilt) {
      const node = document.nodes[id];
      const placement = graph.placementOf(id);
      if (node && placement) {
        drawer.draw(id, { node, document, placement });
      }
    }
    for (const id of moved) {
      drawer.place(id);
    }
    dependencies.disposeQueue.sweep();
    version += 1;
    return document;
  };
  const view = {
    get version() {
      return version;
    },
    nodes: { drawn: drawer },
  } as unknown as SceneView;
  const meshes = () => parent.children.filter((child) => child instanceof InstancedMesh);
  const counts = () => meshes().map(({ count }) => count);
  return { drawer, show, meshes, counts, view };
}
