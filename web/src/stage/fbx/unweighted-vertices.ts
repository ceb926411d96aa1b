import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import {
  type FbxGraph,
  type FbxLink,
  freeIds,
  holdingLink,
  idValue,
  linksOf,
  objectsOf,
  removeLinks,
} from './fbx-graph.ts';
import { arrayNode, childOf, type FbxNode, numberAt, numbersIn, textAt } from './fbx-node.ts';

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/**
 * Adds a bone for unweighted vertices of skinned meshes, in place. It rests in its mesh, so the vertices keep their
 * positions. Otherwise three.js' loader assigns them to the first bone.
 */
export function bindUnweightedVertices(graph: FbxGraph): void {
  const links = linksOf(graph);
  const deformers = objectsOf(graph, 'Deformer');
  const models = objectsOf(graph, 'Model');
  const nextId = freeIds(links);
  for (const [geometryId, geometry] of objectsOf(graph, 'Geometry')) {
    const skin = links.find(
      ({ from, to }) => to === geometryId && isOfKind(deformers.get(from), 'Skin'),
    )?.from;
    const model = links.find(({ from, to }) => from === geometryId && models.has(to))?.to;
    if (skin === undefined || model === undefined) {
      continue;
    }
    const loose = unweighted(geometry, clustersOf(skin, links, deformers));
    if (loose.length > 0) {
      const [bone, cluster] = [nextId(), nextId()];
      graph.objects.children.push(boneNode(bone), clusterNode(cluster, loose, bindMatrix(graph, model)));
      graph.connections.children.push(
        holdingLink(bone, model),
        holdingLink(cluster, skin),
        holdingLink(bone, cluster),
      );
    }
  }
}

/**
 * Removes clusters whose bone is not in the file, in place: they would bind vertices to nothing.
 * @returns the dropped features, for the import's report.
 */
export function dropBonelessClusters(graph: FbxGraph): ImportMessage[] {
  const links = linksOf(graph);
  const models = objectsOf(graph, 'Model');
  const moved = new Set(links.filter(({ from }) => models.has(from)).map(({ to }) => to));
  const clusters = [...objectsOf(graph, 'Deformer')].filter(([, node]) => isOfKind(node, 'Cluster'));
  const boneless = new Set(clusters.flatMap(([id]) => (moved.has(id) ? [] : id)));
  removeLinks(graph, new Set(links.filter(({ from }) => boneless.has(from)).map(({ node }) => node)));
  return boneless.size > 0 ? [importMessage('fbx.missing-bones', { count: boneless.size })] : [];
}

function isOfKind(node: FbxNode | undefined, kind: string): boolean {
  return node !== undefined && textAt(node, 2) === kind;
}

function clustersOf(
  skin: number,
  links: readonly FbxLink[],
  deformers: ReadonlyMap<number, FbxNode>,
): FbxNode[] {
  return links.flatMap(({ from, to }) => {
    const deformer = to === skin ? deformers.get(from) : undefined;
    return deformer && isOfKind(deformer, 'Cluster') ? [deformer] : [];
  });
}

/** Positions of a mesh's vertices without any cluster weight. */
function unweighted(geometry: FbxNode, clusters: readonly FbxNode[]): number[] {
  const count = Math.floor(numbersIn(childOf(geometry, 'Vertices')).length / 3);
  const isHeld = new Uint8Array(count);
  for (const cluster of clusters) {
    const weights = numbersIn(childOf(cluster, 'Weights'));
    for (const [at, index] of numbersIn(childOf(cluster, 'Indexes')).entries()) {
      if ((weights[at] ?? 0) > 0) {
        isHeld[index] = 1;
      }
    }
  }
  return Array.from(isHeld.keys()).filter((vertex) => isHeld[vertex] === 0);
}

/** Transform of a mesh at the time of binding. */
function bindMatrix(graph: FbxGraph, model: number): Float64Array {
  const poses = [...objectsOf(graph, 'Pose').values()].flatMap(({ children }) => children);
  const pose = poses.find(
    (node) => node.name === 'PoseNode' && numberAt(childOf(node, 'Node') ?? node, 0) === model,
  );
  const matrix = Float64Array.from(numbersIn(childOf(pose, 'Matrix')));
  return matrix.length === IDENTITY.length ? matrix : IDENTITY;
}

function boneNode(id: number): FbxNode {
  const values = [idValue(id), textValue('rest\0\u0001Model'), textValue('LimbNode')];
  return {
    name: 'Model',
    values,
    children: [{ name: 'Version', values: [{ kind: 'int', value: 232 }], children: [] }],
  };
}

function clusterNode(id: number, vertices: readonly number[], matrix: Float64Array): FbxNode {
  const values = [idValue(id), textValue('rest\0\u0001SubDeformer'), textValue('Cluster')];
  return {
    name: 'Deformer',
    values,
    children: [
      arrayNode('Indexes', { kind: 'i', values: Int32Array.from(vertices) }),
      arrayNode('Weights', { kind: 'd', values: new Float64Array(vertices.length).fill(1) }),
      arrayNode('Transform', { kind: 'd', values: IDENTITY }),
      arrayNode('TransformLink', { kind: 'd', values: matrix }),
    ],
  };
}

function textValue(value: string) {
  return { kind: 'text', value } as const;
}
