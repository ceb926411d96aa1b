import type { SourceContents } from '../source-contents.ts';
import { type FbxGraph, type FbxLink, fbxNameOf, linksOf, objectsOf } from './fbx-graph.ts';
import { childOf, type FbxNode, textAt } from './fbx-node.ts';
import type { HiddenModels } from './hidden-models.ts';

/** Names of the curves whose properties arrive: place, turn, scale and the weights of shapes. */
export const MOVING = /^(T|R|S|DeformPercent)$/;

/** Counts what an FBX file shows, once it has been cleaned. */
export function contentsOfFbx(graph: FbxGraph, { hidden, lowerLevels }: HiddenModels): SourceContents {
  const links = linksOf(graph);
  const models = shownModels(graph, links, new Set([...hidden, ...lowerLevels]));
  const materials = materialsIn(graph, links, models);
  const nodes = objectsOf(graph, 'Material');
  return {
    ...picturesIn(graph, links, materials),
    materials: [...materials].map((id) => fbxNameOf(nodes.get(id) ?? NOTHING)),
    triangles: trianglesIn(graph, links, models),
    animations: animationsIn(graph, links),
  };
}

const NOTHING: FbxNode = { name: '', values: [], children: [] };

/** Ids of the models that neither are left out nor belong to one that is. */
function shownModels(graph: FbxGraph, links: readonly FbxLink[], leftOut: ReadonlySet<number>): Set<number> {
  const shown = new Set(objectsOf(graph, 'Model').keys());
  const parts = Map.groupBy(
    links.filter(({ from, to }) => shown.has(from) && shown.has(to)),
    ({ to }) => to,
  );
  const ahead = [...leftOut];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (shown.delete(id)) {
      ahead.push(...(parts.get(id) ?? []).map(({ from }) => from));
    }
  }
  return shown;
}

/** Ids of the materials that faces of models name. */
function materialsIn(graph: FbxGraph, links: readonly FbxLink[], models: ReadonlySet<number>): Set<number> {
  const materials = objectsOf(graph, 'Material');
  const geometries = objectsOf(graph, 'Geometry');
  const byModel = Map.groupBy(
    links.filter(({ from, to }) => models.has(to) && materials.has(from)),
    ({ to }) => to,
  );
  return new Set(
    links
      .filter(({ from, to }) => models.has(to) && geometries.has(from))
      .flatMap(({ from, to }) =>
        [...usedIndices(geometries.get(from))].flatMap((at) => byModel.get(to)?.[at]?.from ?? []),
      ),
  );
}

/** Indices of the materials that the faces of a mesh name; faces that name none have the first. */
function usedIndices(geometry: FbxNode | undefined): Set<number> {
  if (trianglesOf(geometry) === 0) {
    return new Set();
  }
  const layer = childOf(geometry, 'LayerElementMaterial');
  const [indices] = childOf(layer, 'Materials')?.values ?? [];
  const named = indices?.kind === 'i' ? [...indices.values] : [];
  const isByFace = textAt(childOf(layer, 'MappingInformationType') ?? NOTHING, 0) === 'ByPolygon';
  const used = isByFace ? named.slice(0, polygonsOf(geometry)) : named.slice(0, 1);
  return new Set(used.length > 0 ? used.map((at) => Math.max(0, at)) : [0]);
}

/** Pictures behind materials: the names of their files, and how many are inside the file. */
function picturesIn(
  graph: FbxGraph,
  links: readonly FbxLink[],
  materials: ReadonlySet<number>,
): Pick<SourceContents, 'pictures' | 'embedded'> {
  const videos = objectsOf(graph, 'Video');
  const textures = new Map([...objectsOf(graph, 'Texture'), ...objectsOf(graph, 'LayeredTexture')]);
  const sources = Map.groupBy(
    links.filter(({ from }) => videos.has(from) || textures.has(from)),
    ({ to }) => to,
  );
  const ahead = [...materials];
  const seen = new Set<number>();
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    for (const { from } of seen.has(id) ? [] : (sources.get(id) ?? [])) {
      ahead.push(from);
    }
    seen.add(id);
  }
  // Several clips can share a picture; only one has its content.
  const contents = new Map([...videos.values()].flatMap((video) => contentOf(video)));
  const names = new Set([...videos].flatMap(([id, video]) => (seen.has(id) ? fileOf(video) : [])));
  const pictures = [...names].filter((name) => name !== '' && !contents.has(name));
  const embedded = new Set([...names].flatMap((name) => contents.get(name) ?? [])).size;
  return { pictures, embedded };
}

function fileOf(video: FbxNode): string {
  return textAt(childOf(video, 'RelativeFilename') ?? video, 0);
}

/** The content of a clip by the name of its file; a text is the same picture wherever it is. */
function contentOf(video: FbxNode): [string, string][] {
  const values = childOf(video, 'Content')?.values ?? [];
  const content = values.map((value) => ('value' in value ? value.value : ''));
  const hasBytes = content.some((part) => part instanceof Uint8Array && part.length > 0);
  const text = content.filter((part) => typeof part === 'string').join('');
  return hasBytes || text !== '' ? [[fileOf(video), hasBytes ? fileOf(video) : text]] : [];
}

/** Whether meshes contain shapes of their own, as files of before version 7.2 have them; the loader does not read these. */
export function hasOldShapes(graph: FbxGraph): boolean {
  return [...objectsOf(graph, 'Geometry').values()].some(
    (geometry) => childOf(geometry, 'Shape') !== undefined,
  );
}

/** A polygon of so many corners is drawn as two triangles fewer. */
function trianglesIn(graph: FbxGraph, links: readonly FbxLink[], models: ReadonlySet<number>): number {
  const counts = new Map(
    [...objectsOf(graph, 'Geometry')].map(([id, geometry]) => [id, trianglesOf(geometry)] as const),
  );
  return links.reduce((sum, { from, to }) => sum + (models.has(to) ? (counts.get(from) ?? 0) : 0), 0);
}

function trianglesOf(geometry: FbxNode | undefined): number {
  let [triangles, size] = [0, 0];
  for (const corner of cornersOf(geometry)) {
    size += 1;
    if (corner < 0) {
      triangles += Math.max(0, size - 2);
      size = 0;
    }
  }
  return triangles;
}

/** Number of polygons of a mesh, whose last corners are negative. */
export function polygonsOf(geometry: FbxNode | undefined): number {
  return cornersOf(geometry).reduce((sum, corner) => sum + (corner < 0 ? 1 : 0), 0);
}

function cornersOf(geometry: FbxNode | undefined): Int32Array {
  const [corners] = childOf(geometry, 'PolygonVertexIndex')?.values ?? [];
  return corners?.kind === 'i' ? corners.values : new Int32Array();
}

/** Number of animations with a curve of different values that drives a property which comes in. */
function animationsIn(graph: FbxGraph, links: readonly FbxLink[]): number {
  const curves = objectsOf(graph, 'AnimationCurve');
  const holders = objectsOf(graph, 'AnimationCurveNode');
  const layers = objectsOf(graph, 'AnimationLayer');
  const stacks = objectsOf(graph, 'AnimationStack');
  const driving = new Set(
    links.filter(({ from, relation }) => holders.has(from) && relation !== '').map(({ from }) => from),
  );
  const isMoving = ({ from, to }: FbxLink) => {
    const holder = driving.has(to) ? holders.get(to) : undefined;
    return holder !== undefined && MOVING.test(fbxNameOf(holder)) && isVaried(curves.get(from));
  };
  const containers = (moving: ReadonlySet<number>, kind: ReadonlyMap<number, FbxNode>) =>
    new Set(links.filter(({ from, to }) => moving.has(from) && kind.has(to)).map(({ to }) => to));
  const moving = new Set(links.filter(isMoving).map(({ to }) => to));
  return containers(containers(moving, layers), stacks).size;
}

/** Whether a curve has different values. */
export function isVaried(curve: FbxNode | undefined): boolean {
  const [keys] = childOf(curve, 'KeyValueFloat')?.values ?? [];
  const values = keys && 'values' in keys ? keys.values : [];
  const [first] = values;
  return values.some((value: number | bigint) => value !== first);
}
