import type { SourceContents } from '../source-contents.ts';
import { type FbxGraph, linksOf, nameOf, objectsOf } from './fbx-graph.ts';
import { childOf, type FbxNode, textAt } from './fbx-node.ts';

/** Names of the curves whose properties arrive: place, turn, scale and the weights of shapes. */
export const MOVING = /^(T|R|S|DeformPercent)$/;

/** Counts what an FBX file contains, once it has been cleaned. */
export function contentsOfFbx(graph: FbxGraph): SourceContents {
  return { pictures: picturesIn(graph), triangles: trianglesIn(graph), isMoving: hasMovement(graph) };
}

/** Pictures behind the materials of models, without those that are embedded in the file. */
function picturesIn(graph: FbxGraph): string[] {
  const models = objectsOf(graph, 'Model');
  const materials = objectsOf(graph, 'Material');
  const pictures = new Map([...objectsOf(graph, 'Video'), ...objectsOf(graph, 'Texture')]);
  const holders = new Map([...materials, ...pictures, ...objectsOf(graph, 'LayeredTexture')]);
  const sources = Map.groupBy(
    linksOf(graph).filter(({ from, to }) => holders.has(from) && (holders.has(to) || models.has(to))),
    ({ to }) => to,
  );
  const ahead = [...models.keys()];
  const seen = new Set<number>();
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    for (const { from } of seen.has(id) ? [] : (sources.get(id) ?? [])) {
      ahead.push(from);
    }
    seen.add(id);
  }
  const videos = [...pictures].filter(([, { name }]) => name === 'Video');
  // Of several clips of a picture one has its content.
  const embedded = new Set(videos.filter(([, video]) => hasContent(video)).map(([, video]) => fileOf(video)));
  return videos.flatMap(([id, video]) => {
    const name = fileOf(video);
    return seen.has(id) && name !== '' && !embedded.has(name) ? [name] : [];
  });
}

function fileOf(video: FbxNode): string {
  return textAt(childOf(video, 'RelativeFilename') ?? video, 0);
}

function hasContent(video: FbxNode): boolean {
  const values = childOf(video, 'Content')?.values ?? [];
  return values.some((value) => 'value' in value && String(value.value).length > 0);
}

/** Whether meshes contain shapes of their own, as files of before version 7.2 have them; the loader does not read these. */
export function hasOldShapes(graph: FbxGraph): boolean {
  return [...objectsOf(graph, 'Geometry').values()].some(
    (geometry) => childOf(geometry, 'Shape') !== undefined,
  );
}

/** A polygon of so many corners is drawn as two triangles fewer. */
function trianglesIn(graph: FbxGraph): number {
  const models = objectsOf(graph, 'Model');
  const counts = new Map(
    [...objectsOf(graph, 'Geometry')].map(([id, geometry]) => [id, trianglesOf(geometry)] as const),
  );
  return linksOf(graph).reduce(
    (sum, { from, to }) => sum + (models.has(to) ? (counts.get(from) ?? 0) : 0),
    0,
  );
}

function trianglesOf(geometry: FbxNode): number {
  const [corners] = childOf(geometry, 'PolygonVertexIndex')?.values ?? [];
  let [triangles, size] = [0, 0];
  for (const corner of corners?.kind === 'i' ? corners.values : []) {
    size += 1;
    if (corner < 0) {
      triangles += Math.max(0, size - 2);
      size = 0;
    }
  }
  return triangles;
}

/** Whether a curve with different values drives a property that comes in. */
function hasMovement(graph: FbxGraph): boolean {
  const curves = objectsOf(graph, 'AnimationCurve');
  const holders = objectsOf(graph, 'AnimationCurveNode');
  const links = linksOf(graph);
  const driving = new Set(
    links.filter(({ from, relation }) => holders.has(from) && relation !== '').map(({ from }) => from),
  );
  return links.some(({ from, to }) => {
    const holder = driving.has(to) ? holders.get(to) : undefined;
    return holder !== undefined && MOVING.test(nameOf(holder)) && isVaried(curves.get(from));
  });
}

/** Whether a curve has different values. */
export function isVaried(curve: FbxNode | undefined): boolean {
  const [keys] = childOf(curve, 'KeyValueFloat')?.values ?? [];
  const values = keys && 'values' in keys ? keys.values : [];
  const [first] = values;
  return values.some((value: number | bigint) => value !== first);
}
