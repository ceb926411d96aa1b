import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { Group, InstancedMesh } from 'three';
import { SceneGraph } from '../graph.ts';
import { Leftovers } from '../leftovers.ts';
import { type DrawerMeans, NodeDrawer } from '../node-drawer.ts';
import type { SceneView } from '../scene-view.ts';

/** Dependencies of a drawer without loading. */
export function drawerMeans(parent: Group, models: DrawerMeans['models']): DrawerMeans {
  const nothing = () => undefined;
  const leftovers = new Leftovers();
  // The drawer calls only `load`, and the tests use no files.
  const shapes = { load: async () => null } as unknown as DrawerMeans['shapes'];
  return {
    parent,
    models,
    shapes,
    loadMap: async () => null,
    leftovers,
    onChange: nothing,
    onLoaded: nothing,
  };
}

/** Draws documents without a GPU and records the three.js objects. `view` has the members that a picker needs. */
export function createDrawing() {
  const parent = new Group();
  const graph = new SceneGraph();
  // The drawer calls only `load`.
  const means = drawerMeans(parent, { load: async () => null } as unknown as DrawerMeans['models']);
  const drawer = new NodeDrawer(means);
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
    means.leftovers.sweep();
    version += 1;
    return document;
  };
  const view = {
    get version() {
      return version;
    },
    nodes: {
      copyOf: drawer.copyOf.bind(drawer),
      get shapeRevision() {
        return drawer.revision;
      },
      get pickable() {
        return drawer.objects;
      },
      whatIs: drawer.whatIs.bind(drawer),
      shapeOf: drawer.shapeOf.bind(drawer),
    },
  } as unknown as SceneView;
  const meshes = () => parent.children.filter((child) => child instanceof InstancedMesh);
  const counts = () => meshes().map(({ count }) => count);
  return { drawer, show, meshes, counts, view };
}
