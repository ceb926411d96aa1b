import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { isVaried, MOVING, polygonsOf } from './contents.ts';
import {
  type FbxGraph,
  type FbxLink,
  fbxNameOf,
  freeIds,
  graphOf,
  holdingLink,
  idValue,
  linksOf,
  objectsOf,
  removeLinks,
} from './fbx-graph.ts';
import {
  childOf,
  type FbxFile,
  type FbxNode,
  fbxArrayNode,
  fbxTextNode,
  numberAt,
  textAt,
} from './fbx-node.ts';

/** Required child of each layer element of a mesh. */
const LAYER_DATA: Readonly<Record<string, string>> = {
  LayerElementNormal: 'Normals',
  LayerElementUV: 'UV',
  LayerElementColor: 'Colors',
  LayerElementMaterial: 'Materials',
};

/** Index list of each layer element of a mesh. */
const LAYER_INDICES: Readonly<Record<string, readonly string[]>> = {
  LayerElementNormal: ['NormalIndex', 'NormalsIndex'],
  LayerElementUV: ['UVIndex'],
  LayerElementColor: ['ColorIndex'],
};

/** Nodes that contain a picture's path. */
const PATHS: ReadonlySet<string> = new Set(['RelativeFilename', 'Filename']);

/**
 * Removes dangling references from a file, and adds nodes that the loader expects, in place. Tools leave curves of
 * objects that they did not export, layers without numbers, and models without a parent.
 * @returns dropped features, one line per kind, for the import's report.
 */
export function cleanFbx(file: FbxFile): ImportMessage[] {
  const graph = graphOf(file);
  if (!graph) {
    return [];
  }
  addClips(graph);
  const links = linksOf(graph);
  const dropped = [...dropLooseCurves(graph, links), ...dropUnnamedPictures(graph, links)];
  dropLooseGeometries(graph, links);
  dropEmptyLayers(graph);
  withoutAbsentIndices(graph);
  nameMaterialOfFaces(graph, links);
  straightenPaths(graph);
  nameShadingModels(graph);
  holdModels(graph, links);
  return dropped;
}

function dropLooseCurves(graph: FbxGraph, links: readonly FbxLink[]): ImportMessage[] {
  const { objects } = graph;
  const holders = objectsOf(graph, 'AnimationCurveNode');
  const curves = objectsOf(graph, 'AnimationCurve');
  const targeted = new Set(
    links.filter(({ from, relation }) => holders.has(from) && relation !== '').map(({ from }) => from),
  );
  const isSound = ({ to, relation }: Pick<FbxLink, 'to' | 'relation'>) => {
    const holder = holders.get(to);
    return holder !== undefined && relation !== '' && MOVING.test(fbxNameOf(holder));
  };
  const isUnknown = ({ to, relation }: FbxLink) =>
    relation !== '' && targeted.has(to) && !isSound({ to, relation });
  const loose = new Set<FbxNode>(
    links.filter((link) => curves.has(link.from) && !isSound(link)).map(({ node }) => node),
  );
  const held = new Set(
    links.filter((link) => curves.has(link.from) && isSound(link)).map(({ from }) => from),
  );
  const isKept = (node: FbxNode) =>
    node.name !== 'AnimationCurve' ||
    (held.has(numberAt(node, 0) ?? Number.NaN) &&
      hasNumbers(childOf(node, 'KeyTime')) &&
      hasNumbers(childOf(node, 'KeyValueFloat')));
  objects.children = objects.children.filter(isKept);
  removeLinks(graph, loose);
  // Only curves that move a property which is there are a loss.
  const isMoving = (id: number) => isVaried(curves.get(id));
  const lost = new Set(
    links
      .filter((link) => curves.has(link.from) && isUnknown(link))
      .map(({ from }) => from)
      .filter(isMoving),
  );
  return lost.size > 0 ? [importMessage('fbx.property-animations', { count: lost.size })] : [];
}

/** Geometries that nothing holds are not part of the scene, and the loader fails on them. */
function dropLooseGeometries({ objects }: FbxGraph, links: readonly FbxLink[]): void {
  const held = new Set(links.map(({ from }) => from));
  objects.children = objects.children.filter(
    (node) => node.name !== 'Geometry' || held.has(numberAt(node, 0) ?? Number.NaN),
  );
}

/** Layers without numbers hold nothing, so that nothing is lost with them. */
function dropEmptyLayers(graph: FbxGraph): void {
  for (const geometry of objectsOf(graph, 'Geometry').values()) {
    geometry.children = geometry.children.filter((layer) => {
      const data = LAYER_DATA[layer.name];
      const isBare = textAt(childOf(layer, 'MappingInformationType') ?? layer, 0) === 'NoMappingInformation';
      return (
        data === undefined ||
        hasNumbers(childOf(layer, data)) ||
        (layer.name === 'LayerElementMaterial' && isBare)
      );
    });
  }
}

/** Layers that name an index list which is not there are read without one: the loader fails on them. */
function withoutAbsentIndices(graph: FbxGraph): void {
  for (const geometry of objectsOf(graph, 'Geometry').values()) {
    for (const layer of geometry.children) {
      const indices = LAYER_INDICES[layer.name];
      const reference = childOf(layer, 'ReferenceInformationType');
      if (indices && reference && !indices.some((name) => hasNumbers(childOf(layer, name)))) {
        reference.values = [{ kind: 'text', value: 'Direct' }];
      }
    }
  }
}

function dropUnnamedPictures(graph: FbxGraph, links: readonly FbxLink[]): ImportMessage[] {
  const { objects } = graph;
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  for (const texture of objectsOf(graph, 'Texture').values()) {
    if (!childOf(texture, 'FileName')) {
      texture.children.push(fbxTextNode('FileName', ''));
    }
  }
  const isNamed = (node: FbxNode) =>
    ['FileName', ...PATHS].some((name) => textAt(childOf(node, name) ?? node, 0) !== '');
  const videos = objectsOf(graph, 'Video');
  const pictured = new Set(links.filter(({ from }) => videos.has(from)).map(({ to }) => to));
  const isKept = (node: FbxNode) => {
    const id = numberAt(node, 0) ?? Number.NaN;
    return node.name === 'Video'
      ? isNamed(node)
      : node.name !== 'Texture' || (linked.has(id) && (isNamed(node) || pictured.has(id)));
  };
  const lost = objects.children.filter((node) => !isKept(node) && node.name === 'Video').length;
  objects.children = objects.children.filter(isKept);
  return lost > 0 ? [importMessage('fbx.unnamed-pictures', { count: lost })] : [];
}

/** Adds a clip to each texture that names a file without one: the loader finds files by clips alone. */
function addClips(graph: FbxGraph): void {
  const links = linksOf(graph);
  const videos = objectsOf(graph, 'Video');
  const clipped = new Set(links.filter(({ from }) => videos.has(from)).map(({ to }) => to));
  const nextId = freeIds(links);
  for (const [id, texture] of objectsOf(graph, 'Texture')) {
    const file = ['RelativeFilename', 'FileName']
      .map((name) => textAt(childOf(texture, name) ?? texture, 0))
      .find((name) => name !== '');
    if (!clipped.has(id) && file !== undefined) {
      const clip = nextId();
      graph.objects.children.push({
        name: 'Video',
        values: [
          idValue(clip),
          { kind: 'text', value: `${fbxNameOf(texture)}\0\u0001Video` },
          { kind: 'text', value: 'Clip' },
        ],
        children: [fbxTextNode('RelativeFilename', file)],
      });
      graph.connections.children.push(holdingLink(clip, id));
    }
  }
}

/**
 * Writes the material of each face into meshes that have one for all faces, where their models have several: the loader
 * draws no face of these.
 */
function nameMaterialOfFaces(graph: FbxGraph, links: readonly FbxLink[]): void {
  const materials = objectsOf(graph, 'Material');
  const counts = Map.groupBy(
    links.filter(({ from }) => materials.has(from)),
    ({ to }) => to,
  );
  const geometries = objectsOf(graph, 'Geometry');
  for (const { from, to } of links) {
    const geometry = geometries.get(from);
    const layer = childOf(geometry, 'LayerElementMaterial');
    const isByFace = textAt(childOf(layer, 'MappingInformationType') ?? NO_LAYER, 0) === 'ByPolygon';
    if (geometry && (counts.get(to)?.length ?? 0) > 1 && !isByFace) {
      const [indices] = childOf(layer, 'Materials')?.values ?? [];
      const index = indices?.kind === 'i' ? (indices.values[0] ?? 0) : 0;
      const values = new Int32Array(polygonsOf(geometry)).fill(index);
      geometry.children = geometry.children.filter(({ name }) => name !== 'LayerElementMaterial');
      geometry.children.push({
        ...NO_LAYER,
        children: [
          fbxTextNode('MappingInformationType', 'ByPolygon'),
          fbxTextNode('ReferenceInformationType', 'IndexToDirect'),
          fbxArrayNode('Materials', { kind: 'i', values }),
        ],
      });
    }
  }
}

const NO_LAYER: FbxNode = { name: 'LayerElementMaterial', values: [{ kind: 'int', value: 0 }], children: [] };

/**
 * Replaces backslashes in paths: the loader keeps only the part after the last one, which does not identify a picture.
 */
function straightenPaths(graph: FbxGraph): void {
  for (const picture of objectsOf(graph, 'Video').values()) {
    for (const path of picture.children.filter(({ name }) => PATHS.has(name))) {
      path.values = path.values.map((value) =>
        value.kind === 'text' ? { ...value, value: value.value.replaceAll('\\', '/') } : value,
      );
    }
  }
}

function nameShadingModels(graph: FbxGraph): void {
  for (const material of objectsOf(graph, 'Material').values()) {
    const model = childOf(material, 'ShadingModel');
    if (!model || textAt(model, 0) === '') {
      material.children = material.children.filter((child) => child !== model);
      material.children.push(fbxTextNode('ShadingModel', 'phong'));
    }
  }
}

/** Adds models without a parent to the scene, and turns models without content into groups. */
function holdModels(graph: FbxGraph, links: readonly FbxLink[]): void {
  const models = objectsOf(graph, 'Model');
  const geometries = objectsOf(graph, 'Geometry');
  const attributes = objectsOf(graph, 'NodeAttribute');
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const withParts = (parts: ReadonlyMap<number, FbxNode>) =>
    new Set(links.filter(({ from }) => parts.has(from)).map(({ to }) => to));
  const [shaped, described] = [withParts(geometries), withParts(attributes)];
  for (const [id, model] of models) {
    const kind = textAt(model, 2);
    const isBare =
      (kind === 'Mesh' && !shaped.has(id)) || ((kind === 'Camera' || kind === 'Light') && !described.has(id));
    if (isBare) {
      model.values[2] = { kind: 'text', value: 'Null' };
    }
    if (!linked.has(id) && Number.isSafeInteger(id)) {
      graph.connections.children.push(holdingLink(id, 0));
    }
  }
}

function hasNumbers(node: FbxNode | undefined): boolean {
  return node?.values.some((value) => 'values' in value && value.values.length > 0) === true;
}
