import { childOf, type FbxFile, type FbxNode, type FbxValue, numberAt, textAt } from './fbx-node.ts';

/** Animated properties that three.js knows what to do with. */
const KNOWN_CURVES = /S|R|T|DeformPercent/;
/** What a layer of a mesh must hold to be one. */
const LAYER_DATA: Readonly<Record<string, string>> = {
  LayerElementNormal: 'Normals',
  LayerElementUV: 'UV',
  LayerElementColor: 'Colors',
  LayerElementMaterial: 'Materials',
};

/** Where a picture says where it lies. */
const PATHS: ReadonlySet<string> = new Set(['RelativeFilename', 'Filename']);

type Link = { from: number; to: number; relation: string; node: FbxNode };

/**
 * Takes out of a file what refers to nothing, and adds what the loader takes for granted, in place: tools leave curves
 * of things that they did not export, layers without numbers, and models that nothing holds.
 * @returns what was taken out, a line a kind, for the import's report.
 */
export function cleanFbx(file: FbxFile): string[] {
  const objects = file.nodes.find(({ name }) => name === 'Objects');
  const connections = file.nodes.find(({ name }) => name === 'Connections');
  if (!objects) {
    return [];
  }
  const links = readLinks(connections);
  const dropped = [
    ...dropLooseCurves(objects, connections, links),
    ...dropEmptyLayers(objects),
    ...dropUnnamedPictures(objects, links),
  ];
  straightenPaths(objects);
  nameShadingModels(objects);
  holdModels(objects, connections ?? addConnections(file), links);
  return dropped;
}

function readLinks(connections: FbxNode | undefined): Link[] {
  return (connections?.children ?? []).flatMap((node) => {
    const [from, to] = [numberAt(node, 1), numberAt(node, 2)];
    return from === undefined || to === undefined ? [] : [{ from, to, relation: textAt(node, 3), node }];
  });
}

/** Objects of a kind by their id. */
function objectsOf(objects: FbxNode, kind: string): Map<number, FbxNode> {
  return new Map(
    objects.children.flatMap((node) => {
      const id = node.name === kind ? numberAt(node, 0) : undefined;
      return id === undefined ? [] : [[id, node] as const];
    }),
  );
}

function dropLooseCurves(
  objects: FbxNode,
  connections: FbxNode | undefined,
  links: readonly Link[],
): string[] {
  const holders = objectsOf(objects, 'AnimationCurveNode');
  const curves = objectsOf(objects, 'AnimationCurve');
  const isSound = ({ to, relation }: Link) => {
    const holder = holders.get(to);
    return (
      holder !== undefined && relation !== '' && KNOWN_CURVES.test(textAt(holder, 1).split('\0')[0] ?? '')
    );
  };
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
  const before = objects.children.length;
  objects.children = objects.children.filter(isKept);
  if (connections) {
    connections.children = connections.children.filter((node) => !loose.has(node));
  }
  const count = before - objects.children.length;
  return count > 0 ? [`${count} animation curves that move nothing`] : [];
}

function dropEmptyLayers(objects: FbxNode): string[] {
  let count = 0;
  for (const geometry of objectsOf(objects, 'Geometry').values()) {
    const sound = geometry.children.filter((layer) => {
      const data = LAYER_DATA[layer.name];
      const isBare = textAt(childOf(layer, 'MappingInformationType') ?? layer, 0) === 'NoMappingInformation';
      return (
        data === undefined ||
        hasNumbers(childOf(layer, data)) ||
        (layer.name === 'LayerElementMaterial' && isBare)
      );
    });
    count += geometry.children.length - sound.length;
    geometry.children = sound;
  }
  return count > 0 ? [`${count} layers of meshes without numbers`] : [];
}

function dropUnnamedPictures(objects: FbxNode, links: readonly Link[]): string[] {
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  for (const texture of objectsOf(objects, 'Texture').values()) {
    if (!childOf(texture, 'FileName')) {
      texture.children.push(property('FileName', ''));
    }
  }
  const isKept = (node: FbxNode) => {
    const isNamed = [...PATHS].some((name) => textAt(childOf(node, name) ?? node, 0) !== '');
    return node.name === 'Video'
      ? isNamed
      : node.name !== 'Texture' || linked.has(numberAt(node, 0) ?? Number.NaN);
  };
  const lost = objects.children.filter((node) => !isKept(node) && node.name === 'Video').length;
  objects.children = objects.children.filter(isKept);
  return lost > 0 ? [`${lost} pictures without a name`] : [];
}

/** The loader keeps of paths what stands behind the last stroke of Windows, which is not enough to tell pictures apart. */
function straightenPaths(objects: FbxNode): void {
  for (const picture of objectsOf(objects, 'Video').values()) {
    for (const path of picture.children.filter(({ name }) => PATHS.has(name))) {
      path.values = path.values.map((value) =>
        value.kind === 'text' ? { ...value, value: value.value.replaceAll('\\', '/') } : value,
      );
    }
  }
}

function nameShadingModels(objects: FbxNode): void {
  for (const material of objectsOf(objects, 'Material').values()) {
    const model = childOf(material, 'ShadingModel');
    if (!model || textAt(model, 0) === '') {
      material.children = material.children.filter((child) => child !== model);
      material.children.push(property('ShadingModel', 'phong'));
    }
  }
}

/** What nothing holds stands in the scene, and what has nothing of its kind is a place to hang things on. */
function holdModels(objects: FbxNode, connections: FbxNode, links: readonly Link[]): void {
  const models = objectsOf(objects, 'Model');
  const geometries = objectsOf(objects, 'Geometry');
  const attributes = objectsOf(objects, 'NodeAttribute');
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
      connections.children.push(link(id, 0));
    }
  }
}

function addConnections(file: FbxFile): FbxNode {
  const made: FbxNode = { name: 'Connections', values: [], children: [] };
  file.nodes.push(made);
  return made;
}

function hasNumbers(node: FbxNode | undefined): boolean {
  return node?.values.some((value) => 'values' in value && value.values.length > 0) === true;
}

function property(name: string, value: string): FbxNode {
  return { name, values: [{ kind: 'text', value }], children: [] };
}

function link(from: number, to: number): FbxNode {
  const id = (value: number): FbxValue => ({ kind: 'long', value: BigInt(value) });
  return { name: 'C', values: [{ kind: 'text', value: 'OO' }, id(from), id(to)], children: [] };
}
