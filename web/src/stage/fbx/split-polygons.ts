import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { ShapeUtils } from 'three';
import { cutQuad, flattenPolygon, type Point } from '../concave-triangles.ts';
import { type FbxGraph, linksOf, objectsOf } from './fbx-graph.ts';
import { childOf, type FbxNode, fbxNumbers, textAt } from './fbx-node.ts';

/** Data arrays of layer elements, by their index arrays; materials are indices themselves. */
const LAYERS: Readonly<Record<string, { data: string; index?: string; size: number }>> = {
  LayerElementNormal: { data: 'Normals', index: 'NormalsIndex', size: 3 },
  LayerElementUV: { data: 'UV', index: 'UVIndex', size: 2 },
  LayerElementColor: { data: 'Colors', index: 'ColorIndex', size: 4 },
  LayerElementMaterial: { data: 'Materials', size: 1 },
};

const EDGES = importMessage('fbx.loose-edges');

/**
 * Splits polygons that triangulation would lose a part of into triangles, in place: those that bend so far that they
 * overlap themselves, and those without an area. Polygons of two corners are edges, which the loader would draw as
 * triangles.
 * @returns the dropped features, for the import's report.
 */
export function splitPolygons(graph: FbxGraph): ImportMessage[] {
  const geometries = objectsOf(graph, 'Geometry');
  const shapes = new Set(linksOf(graph).map(({ from }) => from));
  const hasEdges = [...geometries].map(([id, geometry]) => shapes.has(id) && splitIn(geometry));
  return hasEdges.some(Boolean) ? [EDGES] : [];
}

/** @returns whether there were edges. */
function splitIn(geometry: FbxNode): boolean {
  const vertices = fbxNumbers(childOf(geometry, 'Vertices'));
  const corners = fbxNumbers(childOf(geometry, 'PolygonVertexIndex'));
  const polygons = polygonsOf(corners);
  const isWhole = polygons.map((polygon) => triangulates(polygon, corners, vertices));
  if (isWhole.every(Boolean)) {
    return false;
  }
  // Positions in the list of corners and numbers of polygons, as the new polygons take them.
  const parts = polygons.flatMap((polygon, at) =>
    (isWhole[at] ? [polygon] : trianglesOf(polygon, corners, vertices)).map((part) => ({ part, at })),
  );
  setNumbers(
    childOf(geometry, 'PolygonVertexIndex'),
    parts.flatMap(({ part }) =>
      part.map((from, i) => {
        const corner = cornerAt(corners, from);
        return i === part.length - 1 ? ~corner : corner;
      }),
    ),
  );
  for (const layer of geometry.children) {
    const mapping = textAt(childOf(layer, 'MappingInformationType') ?? layer, 0);
    const order =
      mapping === 'ByPolygonVertex'
        ? parts.flatMap(({ part }) => part)
        : mapping === 'ByPolygon'
          ? parts.map(({ at }) => at)
          : null;
    const form = LAYERS[layer.name];
    if (order && form) {
      reorder(layer, form, order);
    }
  }
  return polygons.some(({ length }) => length < 3);
}

/** Positions of the corners of each polygon. */
function polygonsOf(corners: ArrayLike<number>): number[][] {
  const polygons: number[][] = [];
  let polygon: number[] = [];
  for (let at = 0; at < corners.length; at += 1) {
    polygon.push(at);
    if ((corners[at] ?? 0) < 0) {
      polygons.push(polygon);
      polygon = [];
    }
  }
  return polygons;
}

function triangulates(
  polygon: readonly number[],
  corners: ArrayLike<number>,
  vertices: ArrayLike<number>,
): boolean {
  if (polygon.length <= 3) {
    return polygon.length === 3;
  }
  const flat = flattenPolygon(polygon.map((at) => pointAt(vertices, cornerAt(corners, at))));
  return ShapeUtils.triangulateShape(flat, []).length >= polygon.length - 2;
}

/** A fan of triangles; a quad is cut along its shorter diagonal. */
function trianglesOf(
  polygon: readonly number[],
  corners: ArrayLike<number>,
  vertices: ArrayLike<number>,
): number[][] {
  if (polygon.length === 4) {
    const points = polygon.map((at) => pointAt(vertices, cornerAt(corners, at)));
    return cutQuad(points).map((triangle) => triangle.map((corner) => polygon[corner] ?? 0));
  }
  const [start = 0, ...others] = polygon;
  return others.slice(1).map((at, i) => [start, others[i] ?? at, at]);
}

function cornerAt(corners: ArrayLike<number>, at: number): number {
  const corner = corners[at] ?? 0;
  return corner < 0 ? ~corner : corner;
}

function pointAt(vertices: ArrayLike<number>, vertex: number): Point {
  return [vertices[vertex * 3] ?? 0, vertices[vertex * 3 + 1] ?? 0, vertices[vertex * 3 + 2] ?? 0];
}

function reorder(
  layer: FbxNode,
  { data, index, size }: { data: string; index?: string; size: number },
  order: readonly number[],
): void {
  const indices = index === undefined ? undefined : childOf(layer, index);
  if (indices) {
    const old = fbxNumbers(indices);
    setNumbers(
      indices,
      order.map((at) => old[at] ?? 0),
    );
    return;
  }
  const values = childOf(layer, data);
  const old = fbxNumbers(values);
  setNumbers(
    values,
    order.flatMap((at) => Array.from({ length: size }, (_, part) => old[at * size + part] ?? 0)),
  );
}

/** Replaces an array by numbers of its kind, in place. */
function setNumbers(node: FbxNode | undefined, numbers: readonly number[]): void {
  const array = node?.values[0];
  if (!node || !array || !('values' in array)) {
    return;
  }
  node.values =
    array.kind === 'i'
      ? [{ kind: 'i', values: Int32Array.from(numbers) }]
      : array.kind === 'f'
        ? [{ kind: 'f', values: Float32Array.from(numbers) }]
        : [{ kind: 'd', values: Float64Array.from(numbers) }];
}
