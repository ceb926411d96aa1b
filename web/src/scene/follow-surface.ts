import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Vector3 } from 'three';
import type { FileSurfacePoint } from './scene-nodes.ts';
import type { SceneView } from './scene-view.ts';

/** A stored surface point of a document or comment; null values are unknown. */
type StoredSurface = {
  node: string;
  mesh: number | string | null;
  triangle: number | null;
  barycentric: [number, number, number] | null;
};

/** Places points on surfaces that are animated or deformed. */
export type SurfacePointPlacer = {
  placeAtSurfacePoint(id: string, spot: FileSurfacePoint, into: Vector3): boolean;
};

/** Whether a node shows a lighter file, whose triangles differ from the stored ones. */
export function isShownSimplified(
  { nodes }: Pick<SceneDocument, 'nodes'>,
  id: string,
  areFilesSimplified: boolean,
): boolean {
  const kind = nodes[id]?.kind;
  return areFilesSimplified && kind !== undefined && showsFile(kind);
}

/** Places points on the surfaces of a view, except on those of lighter files. */
export function surfacePointsIn(
  view: Pick<SceneView, 'nodes' | 'shown'>,
  areFilesSimplified: boolean,
): SurfacePointPlacer {
  return {
    placeAtSurfacePoint: (id, spot, into) =>
      view.shown !== null &&
      !isShownSimplified(view.shown, id, areFilesSimplified) &&
      view.nodes.placeAtSurfacePoint(id, spot, into),
  };
}

/** Returns a function that moves a point with its surface; undefined if the surface was not stored. */
export function followerOf(
  surface: StoredSurface | null,
  placer: SurfacePointPlacer,
): ((point: Vector3) => boolean) | undefined {
  if (!surface) {
    return undefined;
  }
  const { node, mesh, triangle, barycentric } = surface;
  return mesh === null || triangle === null || barycentric === null
    ? undefined
    : (point) => placer.placeAtSurfacePoint(node, { mesh, triangle, barycentric }, point);
}
