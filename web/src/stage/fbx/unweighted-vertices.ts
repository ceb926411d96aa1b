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
import { childOf, type FbxNode, fbxArrayNode, fbxNumbers, numberAt, textAt } from './fbx-node.ts';

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** Largest number of joints of a vertex. three.js' loader keeps those with the largest weights. */
const MAX_JOINTS = 4;

/**
 * Adds a bone for unweighted vertices of skinned meshes, in place. It rests in its mesh, so the vertices keep their
 * positions. Otherwise three.js' loader assigns them to the first bone.
 * @returns a warning about vertices with too many joints, for the import's report.
 */
export function bindUnweightedVertices(graph: FbxGraph): ImportMessage[] {
  const links = linksOf(graph);
  const deformers = objectsOf(graph, 'Deformer');
  const models = objectsOf(graph, 'Model');
  const nextId = freeIds(links);
  let hasMany = false;
  for (const [geometryId, geometry] of objectsOf(graph, 'Geometry')) {
    const skin = links.find(
      ({ from, to }) => to === geometryId && isOfKind(deformers.get(from), 'Skin'),
    )?.from;
    const model = links.find(({ from, to }) => from === geometryId && models.has(to))?.to;
    if (skin === undefined || model === undefined) {
      continue;
    }
    const joints = countJoints(geometry, clustersOf(skin, links, deformers));
    hasMany ||= joints.some((count) => count > MAX_JOINTS);
    const loose = Array.from(joints.keys()).filter((vertex) => joints[vertex] === 0);
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
  return hasMany ? [importMessage('changed.four-joints')] : [];
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

/** Number of clusters that move each vertex of a mesh. */
function countJoints(geometry: FbxNode, clusters: readonly FbxNode[]): Uint16Array {
  const count = Math.floor(fbxNumbers(childOf(geometry, 'Vertices')).length / 3);
  const joints = new Uint16Array(count);
  for (const cluster of clusters) {
    const weights = fbxNumbers(childOf(cluster, 'Weights'));
    for (const [at, index] of fbxNumbers(childOf(cluster, 'Indexes')).entries()) {
      if ((weights[at] ?? 0) > 0) {
        joints[index] = (joints[index] ?? 0) + 1;
      }
    }
  }
  return joints;
}

/** Transform of a mesh at the time of binding. */
function bindMatrix(graph: FbxGraph, model: number): Float64Array {
  const poses = [...objectsOf(graph, 'Pose').values()].flatMap(({ children }) => children);
  const pose = poses.find(
    (node) => node.name === 'PoseNode' && numberAt(childOf(node, 'Node') ?? node, 0) === model,
  );
  const matrix = Float64Array.from(fbxNumbers(childOf(pose, 'Matrix')));
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
      fbxArrayNode('Indexes', { kind: 'i', values: Int32Array.from(vertices) }),
      fbxArrayNode('Weights', { kind: 'd', values: new Float64Array(vertices.length).fill(1) }),
      fbxArrayNode('Transform', { kind: 'd', values: IDENTITY }),
      fbxArrayNode('TransformLink', { kind: 'd', values: matrix }),
    ],
  };
}

function textValue(value: string) {
  return { kind: 'text', value } as const;
}
